import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { interleaved, median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { startGitBackend } from './parts/git-backend.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * How long does `git clone` take from the hub, and how many bytes are sent, compared with `git http-backend` behind nginx on the same
 * repository, repacked as well as git can? 2,000 files, 1,000 commits; whole, without history, and a fetch of the last ten commits.
 */
const files = 2_000
const commits = 1_000
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5)
const folder = benchFolder('git-clone')
const data = join(folder.path, 'data')
const source = join(folder.path, 'source')
mkdirSync(data)
const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', HOME: folder.path }
const git = (args: readonly string[], input?: string) =>
  execFileSync('git', args, { cwd: folder.path, env: environment, input, stdio: ['pipe', 'pipe', 'pipe'] })
    .toString()
    .trim()

git(['init', '-q', '-b', 'main', source])
git(['-C', source, 'fast-import', '--quiet'], history())
const hub = await startHub('any', data, 4299)
const backend = await startGitBackend(folder.path, 4300)
try {
  await hub.addModel('history', {})
  await hub.addModel('large', {})
  git(['-C', source, 'push', '-q', '--force', `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/history.git`, 'main'])
  const urls = { hub: `${hub.origin}/bench/history`, backend: backend.addRepo('history') }
  git(['-C', source, 'push', '-q', urls.backend, 'main'])
  git(['-C', backend.folderOf('history'), 'symbolic-ref', 'HEAD', 'refs/heads/main'])
  git(['-C', backend.folderOf('history'), 'repack', '-adfq'])
  const target = join(folder.path, 'clone')
  /** Runs git and measures it; the bytes are those of the packs that came. */
  const timed = async (...args: string[]): Promise<number> => {
    const start = performance.now()
    const child = spawn('git', args, { cwd: folder.path, env: environment, stdio: 'ignore' })
    const [status] = (await once(child, 'exit')) as [number]
    if (status !== 0) throw new Error(`git ${args.join(' ')} → ${status}`)
    return (performance.now() - start) / 1000
  }
  const packBytes = (): number => {
    const packs = join(target, 'objects/pack')
    return readdirSync(packs)
      .filter((name) => name.endsWith('.pack'))
      .reduce((sum, name) => sum + statSync(join(packs, name)).size, 0)
  }
  const bytes: Record<string, Record<string, number>> = {}
  const cloned =
    (question: string, name: 'hub' | 'backend', ...options: string[]) =>
    async (): Promise<number> => {
      rmSync(target, { recursive: true, force: true })
      const seconds = await timed('clone', '-q', '--bare', ...options, urls[name], target)
      ;(bytes[question] ??= {})[name] = packBytes()
      return seconds
    }
  const behind = join(folder.path, 'behind')
  git(['clone', '-q', '--bare', source, behind])
  git(['-C', behind, 'update-ref', 'refs/heads/main', 'main~10'])
  git(['-C', behind, 'reflog', 'expire', '--all', '--expire=now'])
  git(['-C', behind, 'repack', '-adq'])
  git(['-C', behind, 'prune-packed'])
  const fetched = (name: 'hub' | 'backend') => async (): Promise<number> => {
    rmSync(target, { recursive: true, force: true })
    git(['clone', '-q', '--bare', '--no-local', behind, target])
    const before = packBytes()
    const seconds = await timed('-C', target, '-c', 'fetch.unpackLimit=1', 'fetch', '-q', urls[name], 'main:new')
    ;(bytes['fetch'] ??= {})[name] = packBytes() - before
    return seconds
  }
  const first = await cloned('whole', 'hub')()
  const questions = {
    whole: { hub: cloned('whole', 'hub'), backend: cloned('whole', 'backend') },
    depth1: { hub: cloned('depth1', 'hub', '--depth=1'), backend: cloned('depth1', 'backend', '--depth=1') },
    fetch: { hub: fetched('hub'), backend: fetched('backend') },
  }
  const results: Record<string, unknown> = {}
  const ms = (values: readonly number[]) => `${(median(values) * 1000).toFixed(0)} ms`
  for (const [question, contestants] of Object.entries(questions)) {
    await interleaved(contestants, 1)
    const measured = await interleaved(contestants, rounds)
    const time = median(measured.backend) / median(measured.hub)
    const size = (bytes[question]?.['hub'] ?? 0) / (bytes[question]?.['backend'] ?? 1)
    results[question] = { speed: time, bytesRatio: size, bytes: bytes[question], all: measured }
    console.log(
      `git clone, ${question}: ${time.toFixed(2)} of the speed of git http-backend · hub ${ms(measured.hub)}, backend ${ms(measured.backend)} · ` +
        `bytes ${size.toFixed(2)} of git's: ${bytes[question]?.['hub']} and ${bytes[question]?.['backend']}`,
    )
  }
  console.log(`the first clone of all, with nothing remembered: ${(first * 1000).toFixed(0)} ms`)
  const memory = await slowClients()
  console.log(`twelve clients that read nothing: the server holds ${memory.after} MiB, ${memory.before} MiB before`)
  writeResult('git-clone', { unit: 's of a whole git clone', files, commits, rounds, inMemory: folder.inMemory, first, results, memory })
} finally {
  await hub.stop()
  await backend.stop()
  rmSync(folder.path, { recursive: true })
}

/** Clients that ask for sixty megabytes and read nothing. @returns MiB that the server holds */
async function slowClients(): Promise<{ before: number; after: number }> {
  const large = join(folder.path, 'large')
  git(['init', '-q', '-b', 'main', large])
  for (let i = 0; i < 60; i++) writeFileSync(join(large, `noise-${i}.txt`), randomBytes(750_000).toString('base64'))
  git(['-C', large, 'add', '-A'])
  git(['-C', large, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'large'])
  git(['-C', large, 'push', '-q', '--force', `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/large.git`, 'main'])
  const mebibytes = () => Math.round(hub.residentBytes() / 1024 ** 2)
  const want = git(['-C', large, 'rev-parse', 'main'])
  const body = `0011command=fetch0001${pkt(`want ${want}\n`)}${pkt('done\n')}0000`
  const before = mebibytes()
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(Number(new URL(hub.origin).port), '127.0.0.1')
    socket.pause()
    socket.write(
      `POST /bench/large.git/git-upload-pack HTTP/1.1\r\nHost: bench\r\nGit-Protocol: version=2\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const after = mebibytes()
  for (const socket of sockets) socket.destroy()
  return { before, after }
}

function pkt(line: string): string {
  return (line.length + 4).toString(16).padStart(4, '0') + line
}

/** A stream for `git fast-import`: all files at first, then each commit changes a card and two files. */
function history(): string {
  let out = ''
  const file = (path: string, lines: readonly string[]) => {
    const text = lines.join('\n')
    out += `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
  }
  for (let commit = 0; commit < commits; commit++) {
    out += `commit refs/heads/main\ncommitter Bench <bench@example.org> ${1_700_000_000 + commit * 60} +0000\ndata 4\nbulk\n`
    const changed = commit === 0 ? Array.from({ length: files }, (_, n) => n) : [(commit * 37) % files, (commit * 61) % files]
    for (const n of changed) {
      const path = n < files / 2 ? `shard-${n}.json` : `folder-${n % 40}/part-${n}.json`
      file(
        path,
        Array.from(
          { length: 30 },
          (_, i) => `{"id": ${n}, "row": ${i}, "value": ${(i * n * 7919 + (i === commit % 30 ? commit : 0)) % 104_729}}`,
        ),
      )
    }
    file('README.md', ['# Tides', ...Array.from({ length: 120 }, (_, i) => `Line ${i}${i === commit % 120 ? ` of commit ${commit}` : ''}`)])
    out += '\n'
  }
  return out
}
