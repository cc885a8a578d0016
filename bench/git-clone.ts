import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'
import { openGitBench } from './parts/git-bench.ts'

/*
 * How long does `git clone` from the hub take, and how many bytes are sent, compared with `git http-backend` behind nginx on the same repository,
 * repacked as tightly as git can? 2,000 files, 1,000 commits; a full clone, a shallow one, and a fetch of the last ten commits.
 */
const files = 2_000
const commits = 1_000
const rounds = roundsOr(5)
await using bench = await openGitBench('git-clone', [4299, 4300], history())
const { backend, folder, git, hub, source, timed } = bench
git(['-C', source, 'push', '-q', '--force', await bench.hubRepo('history'), 'main'])
const urls = { hub: `${hub.origin}/bench/history`, backend: backend.addRepo('history') }
git(['-C', source, 'push', '-q', urls.backend, 'main'])
git(['-C', backend.folderOf('history'), 'symbolic-ref', 'HEAD', 'refs/heads/main'])
git(['-C', backend.folderOf('history'), 'repack', '-adfq'])
const target = join(folder, 'clone')
/** Size of the packs received. */
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
const behind = join(folder, 'behind')
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
writeResult('git-clone', { unit: 's of a whole git clone', files, commits, rounds, inMemory: bench.inMemory, first, results, memory })

/** Starts clients that request sixty megabytes and read nothing. @returns MiB of the server's memory */
async function slowClients(): Promise<{ before: number; after: number }> {
  const large = join(folder, 'large')
  git(['init', '-q', '-b', 'main', large])
  for (let i = 0; i < 60; i++) writeFileSync(join(large, `noise-${i}.txt`), randomBytes(750_000).toString('base64'))
  git(['-C', large, 'add', '-A'])
  git(['-C', large, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'large'])
  git(['-C', large, 'push', '-q', '--force', await bench.hubRepo('large'), 'main'])
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

/** Returns a `git fast-import` stream: all files first, then each commit changes a card and two files. */
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
