import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A repository of the real git program in a folder of its own. */
export interface GitFolder extends Disposable {
  readonly path: string
  /** Runs git in it. @returns its output @throws if it fails, with its error output */
  git(args: readonly string[], input?: Uint8Array | string): Buffer
  text(args: readonly string[], input?: Uint8Array | string): string
}

/** Ignores the machine's own configuration; dates and names are fixed. */
export const gitEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}

export function openGitFolder(): GitFolder {
  const path = mkdtempSync(join(tmpdir(), 'portolan-git-'))
  const git = (args: readonly string[], input?: Uint8Array | string): Buffer =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
      cwd: path,
      input,
      env: gitEnvironment,
      maxBuffer: 1024 ** 3,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  git(['init', '-q'])
  return {
    path,
    git,
    text: (args, input) => git(args, input).toString().trim(),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
