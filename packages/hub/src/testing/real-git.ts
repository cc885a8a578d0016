import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportRepo } from '../changes/commits/index.ts'
import type { Hub } from '../hub.ts'
import type { WithContent } from '../repository/access/index.ts'

/** The real git program on a copy of a repo: the reference for our histories and changes. */
export interface RealGit extends Disposable {
  /** Path of a bare git repository. */
  readonly folder: string
  /** Runs git in the copy. @throws {Error} when it fails */
  git(args: readonly string[], input?: Buffer): Buffer
}

const environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

export async function realGit(hub: Hub, repo: WithContent): Promise<RealGit> {
  const parent = mkdtempSync(join(tmpdir(), 'portolan-real-git-'))
  const folder = join(parent, 'repo.git')
  await exportRepo(hub, repo, folder)
  return {
    folder,
    git: (args, input) =>
      execFileSync('git', args, {
        cwd: folder,
        input: input ?? '',
        env: environment,
        maxBuffer: 256 * 1024 * 1024,
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    [Symbol.dispose]: () => rmSync(parent, { recursive: true, force: true }),
  }
}
