import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder } from './bench-folder.ts'
import { type GitBackend, startGitBackend } from './git-backend.ts'
import { type BenchHub, benchToken, startHub } from './hub-server.ts'

/** Shared setup of the git benches: the hub, git's own server, a source repository, and git without any user settings. */
export interface GitBench extends AsyncDisposable {
  readonly folder: string
  readonly inMemory: boolean
  /** A repository with a working copy. */
  readonly source: string
  readonly hub: BenchHub
  readonly backend: GitBackend
  /** Runs git in the folder. @returns its output */
  git(args: readonly string[], input?: string): string
  /** Like {@link git}, but without blocking this process. @returns seconds */
  timed(...args: string[]): Promise<number>
  /** Creates an empty repo on the hub. @returns its URL, including user name and token */
  hubRepo(name: string): Promise<string>
}

/** Starts both servers. @param history a `git fast-import` stream that becomes `main` of the source */
export async function openGitBench(
  name: string,
  ports: readonly [number, number],
  history: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<GitBench> {
  const { path: folder, inMemory } = benchFolder(name)
  const [data, source] = [join(folder, 'data'), join(folder, 'source')]
  mkdirSync(data)
  const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', HOME: folder }
  const git = (args: readonly string[], input?: string): string =>
    execFileSync('git', args, { cwd: folder, env: environment, input, stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 })
      .toString()
      .trim()
  git(['init', '-q', '-b', 'main', source])
  git(['-C', source, 'config', 'user.name', 'bench'])
  git(['-C', source, 'config', 'user.email', 'bench@example.org'])
  git(['-C', source, 'fast-import', '--quiet'], history)
  git(['-C', source, 'reset', '-q', '--hard', 'main'])
  const hub = await startHub('any', data, ports[0], settings)
  const backend = await startGitBackend(folder, ports[1])
  return {
    folder,
    inMemory,
    source,
    hub,
    backend,
    git,
    async timed(...args) {
      const start = performance.now()
      const child = spawn('git', args, { cwd: folder, env: environment, stdio: 'ignore' })
      const [status] = (await once(child, 'exit')) as [number]
      if (status !== 0) throw new Error(`git ${args.join(' ')} → ${status}`)
      return (performance.now() - start) / 1000
    },
    async hubRepo(repo) {
      await hub.addModel(repo, {})
      return `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/${repo}.git`
    },
    async [Symbol.asyncDispose]() {
      await hub.stop()
      await backend.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns text files that change by a line: `files` in the first commit, `changed` of them in each later one. */
export function textHistory(files: number, commits: number, changed: number): string {
  let out = ''
  for (let commit = 0; commit < commits; commit++) {
    out += `commit refs/heads/main\ncommitter Bench <bench@example.org> ${1_700_000_000 + commit} +0000\ndata 4\nbulk\n`
    for (let i = 0; i < (commit === 0 ? files : changed); i++) {
      const file = commit === 0 ? i : (commit * 97 + i * 31) % files
      const text = Array.from(
        { length: 40 },
        (_, line) => `line ${line} of file ${file}${line === commit % 40 ? `, changed in ${commit}` : ''}`,
      ).join('\n')
      out += `M 100644 inline folder-${Math.floor(file / 20)}/file-${file % 20}.txt\ndata ${text.length}\n${text}\n`
    }
    out += '\n'
  }
  return out
}
