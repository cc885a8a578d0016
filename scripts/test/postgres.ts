import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface TestPostgres {
  readonly url: string
  stop(): void
  /** Stops it the way an operator (`fast`) or a failover (`immediate`) does, and starts it again after `downMs`. */
  restart(mode: 'fast' | 'immediate', downMs?: number): Promise<void>
  /** Pauses all of its processes without ending them, or resumes them. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

/**
 * Starts a throwaway cluster on a free port of the loopback interface. Postgres refuses to run as root, so in that case it runs as Debian's
 * `postgres` user.
 * @param bin folder with `initdb` and `pg_ctl`
 */
export async function startPostgres(bin: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-pg-'))
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    const ids = ['-u', '-g'].map((flag) => Number(output('id', [flag, 'postgres'])))
    chownSync(folder, ids[0] ?? 0, ids[1] ?? 0)
  }
  chmodSync(folder, 0o700)
  const port = await freePort()
  const prefix = asRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const call = (...words: string[]) => output([...prefix, ...words][0] ?? '', [...prefix, ...words].slice(1), folder)
  const data = join(folder, 'data')
  call(join(bin, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync')
  // Tests drop their schemas: losing this cluster loses nothing, so it need not wait for the disk.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c max_connections=200 -c max_locks_per_transaction=512`
  const start = () => call(join(bin, 'pg_ctl'), '-D', data, '-w', '-s', '-l', join(folder, 'log'), '-o', options, 'start')
  start()
  // Created once here, not in each test's migration: two concurrent creations collide.
  call(
    join(bin, 'psql'),
    '-q',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-c',
    'create extension pg_trgm with schema public',
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(mode, downMs = 0) {
      call(join(bin, 'pg_ctl'), '-D', data, '-w', '-s', '-m', mode, 'stop')
      await delay(downMs)
      start()
    },
    signal(name) {
      const [main = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      // The main process first: once it is paused, it starts no others.
      process.kill(Number(main), name)
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', main], { encoding: 'utf8' }).stdout.split('\n')
      for (const pid of children.map(Number).filter((each) => each > 0)) {
        try {
          process.kill(pid, name)
        } catch {
          // It has exited in the meantime.
        }
      }
    },
    stop() {
      call(join(bin, 'pg_ctl'), '-D', data, '-s', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function output(program: string, args: string[], cwd?: string): string {
  // A server would keep inherited pipes open, so the call would never return; its output goes to the log file.
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    cwd,
    stdio: ['ignore', args.includes('start') ? 'ignore' : 'pipe', args.includes('start') ? 'ignore' : 'pipe'],
  })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.error?.message ?? done.stderr}`)
  return (done.stdout ?? '').trim()
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
