import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface GitResult {
  readonly status: number
  /** Standard output and standard error combined, as a user sees them. */
  readonly output: string
}

/** The real git program in its own folder. The server may run in this process, so nothing here blocks the event loop. */
export interface GitClient extends AsyncDisposable {
  readonly path: string
  /** @throws when git fails, with its output */
  git(...args: string[]): Promise<string>
  /** Like {@link git}, for commands that may fail. */
  try(...args: string[]): Promise<GitResult>
  /** Runs git with bytes on its standard input. @throws when it fails */
  feed(input: string | Uint8Array, ...args: string[]): Promise<Buffer>
  /** Writes files and commits them. @returns the commit */
  commit(files: Readonly<Record<string, string | Uint8Array | null>>, message?: string): Promise<string>
}

const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
})

export async function openGitClient(): Promise<GitClient> {
  const path = await mkdtemp(join(tmpdir(), 'portolan-client-'))
  const home = join(path, '.home')
  await mkdir(home)
  const run = async (args: readonly string[], input?: string | Uint8Array): Promise<{ status: number; out: Buffer; err: Buffer }> => {
    const child = spawn('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.version=2', ...args], {
      cwd: path,
      env: environment(home),
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => out.push(piece))
    child.stderr.on('data', (piece: Buffer) => err.push(piece))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [status] = (await once(child, 'close')) as [number | null]
    return { status: status ?? -1, out: Buffer.concat(out), err: Buffer.concat(err) }
  }
  const must = async (args: readonly string[], input?: string | Uint8Array): Promise<Buffer> => {
    const { status, out, err } = await run(args, input)
    if (status !== 0) throw new Error(`git ${args.join(' ')} → ${status}\n${out.toString()}${err.toString()}`)
    return out
  }
  await must(['init', '-q'])
  await writeFile(join(path, '.git/info/exclude'), '.home\n')
  const git = async (...args: string[]): Promise<string> => (await must(args)).toString().trimEnd()
  return {
    path,
    git,
    async try(...args) {
      const { status, out, err } = await run(args)
      return { status, output: out.toString() + err.toString() }
    },
    feed: (input, ...args) => must(args, input),
    async commit(files, message = 'Change files') {
      for (const [name, content] of Object.entries(files)) {
        if (content === null) {
          await rm(join(path, name), { recursive: true })
          continue
        }
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), content)
      }
      await must(['add', '-A'])
      await must(['commit', '-q', '--allow-empty', '-m', message])
      return git('rev-parse', 'HEAD')
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

/** The address of a repo with credentials in it. */
export function gitUrl(origin: string, repo: string, token?: string): string {
  return `${token === undefined ? origin : origin.replace('://', `://anybody:${token}@`)}/${repo}.git`
}
