import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { interleaved, median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { startCountingProxy } from './parts/counting-proxy.ts'
import { benchToken, startHub } from './parts/hub-server.ts'
import { runPart } from './parts/run-part.ts'

/*
 * How much does a second revision of a large file cost? One GiB, of which one percent is changed in ten places and some bytes are inserted, sent by
 * huggingface_hub as users install it, from a machine without a cache of the first revision; compared with LFS. Goals: under 5 % sent and stored.
 * Also: how fast is a chunked file sent over plain HTTP, compared with a file stored whole? PORTOLAN_BENCH_XET_MB sets another size.
 */
const size = Number(process.env['PORTOLAN_BENCH_XET_MB'] ?? 1024) * 1024 * 1024
const python = join(import.meta.dirname, '../.cache/venvs/newest/bin/python')
if (!existsSync(python)) {
  console.error('skipped: the Python clients are missing, make them with: bash scripts/test/venvs.sh')
  process.exit(1)
}
const folder = benchFolder('xet')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, 4297)
await using proxy = await startCountingProxy(4297)
let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 100)
try {
  const revisions = [join(folder.path, 'one.bin'), join(folder.path, 'two.bin')] as const
  await writeRevisions(...revisions)
  const steps: Record<string, Awaited<ReturnType<typeof measured>>> = {}
  steps['first revision, Xet'] = await measured(() => client('up', 'bench/weights', revisions[0]))
  steps['second revision, Xet, new machine'] = await measured(() => client('up', 'bench/weights', revisions[1]))
  steps['the same again, another repo'] = await measured(() => client('up', 'bench/copy', revisions[1]))
  steps['download, Xet'] = await measured(() => client('down', 'bench/weights', revisions[1]))
  steps['download, plain HTTP'] = await measured(() => client('down', 'bench/weights', revisions[1], { HF_HUB_DISABLE_XET: '1' }))
  const peakOfXet = peak
  const fresh = join(folder.path, 'three.bin')
  await writeRandom(fresh, size)
  steps['another file, LFS'] = await measured(() => client('up', 'bench/whole', fresh, { HF_HUB_DISABLE_XET: '1' }))
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8)
  const percent = (bytes: number) => `${((bytes / size) * 100).toFixed(2)} %`
  for (const [name, { sent, received, stored, seconds }] of Object.entries(steps)) {
    console.log(
      `${name.padEnd(34)} sent ${mb(sent)} MB (${percent(sent)}) · received ${mb(received)} MB · stored ${mb(stored)} MB (${percent(stored)}) · ` +
        `${seconds.toFixed(1)} s, ${(size / 1e6 / seconds).toFixed(0)} MB/s`,
    )
  }
  console.log(`the hub held ${(peakOfXet / 1e6).toFixed(0)} MB at most`)
  const speed = (repo: string) => async () => {
    const { seconds, bytes } = await runPart<{ seconds: number; bytes: number }>(
      'any',
      'download-client.ts',
      `http://127.0.0.1:4297/${repo}/resolve/main/weights.safetensors`,
      '1',
    )
    return bytes / seconds / 1e6
  }
  // Chunked in the background, which takes CPU time.
  await cutWholeFiles()
  const reads = await interleaved({ chunks: speed('bench/weights'), whole: speed('bench/whole') }, 5)
  const medians = { chunks: median(reads.chunks), whole: median(reads.whole) }
  console.log(
    `plain HTTP from chunks: ${(medians.chunks / medians.whole).toFixed(2)} of a whole file · ${medians.chunks.toFixed(0)} and ${medians.whole.toFixed(0)} MB/s`,
  )
  const second = steps['second revision, Xet, new machine']
  writeResult('xet', { fileBytes: size, steps, peakBytes: peakOfXet, plainHttp: { unit: 'MB/s, median', medians, all: reads } })
  if (second === undefined || second.sent >= size * 0.05 || second.stored >= size * 0.05)
    throw new Error('the second revision cost 5 % or more')
} finally {
  clearInterval(watch)
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

/** Each run has its own home folder, like a new machine. @returns seconds */
async function client(what: 'up' | 'down', repo: string, path: string, environment: Record<string, string> = {}): Promise<number> {
  const home = join(folder.path, 'home')
  mkdirSync(home)
  const child = spawn(python, [join(import.meta.dirname, 'parts/xet_client.py'), what, repo, path], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      HF_HOME: join(home, 'hf'),
      TMPDIR: home,
      HF_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      HF_TOKEN: benchToken,
      HF_HUB_DISABLE_PROGRESS_BARS: '1',
      HF_HUB_DISABLE_TELEMETRY: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  const [code] = (await once(child, 'close')) as [number]
  rmSync(home, { recursive: true })
  if (code !== 0) throw new Error(`the client ended with ${code}: ${output}`)
  return Number(output)
}

async function measured(work: () => Promise<number>): Promise<{ seconds: number; sent: number; received: number; stored: number }> {
  const before = { sent: proxy.sent, received: proxy.received, stored: storedBytes() }
  const seconds = await work()
  return { seconds, sent: proxy.sent - before.sent, received: proxy.received - before.received, stored: storedBytes() - before.stored }
}

/** Resolves when the hub has chunked what was uploaded through LFS. */
async function cutWholeFiles(): Promise<void> {
  using db = new DatabaseSync(join(data, 'hub.db'), { readOnly: true })
  const left = db.prepare('select count(*) as count from lfs_blob where sha256 not in (select sha256 from xet_file)')
  for (const until = performance.now() + 120_000; left.get()?.['count'] !== 0; await delay(500))
    if (performance.now() > until) throw new Error('the hub does not cut what came through LFS')
}

function storedBytes(): number {
  const files = readdirSync(join(data, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

async function writeRandom(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(8 * 1024 * 1024)
  for (let left = bytes; left > 0; left -= block.length) await file.write(randomFillSync(block), 0, Math.min(left, block.length))
  await file.close()
}

/** Writes the second revision: a thousandth of the bytes is different in each of ten places, and 1,000 bytes are inserted in the middle. */
async function writeRevisions(first: string, second: string): Promise<void> {
  await writeRandom(first, size)
  const from = await open(first, 'r')
  const to = await open(second, 'w')
  const block = Buffer.alloc(1024 * 1024)
  const part = Math.floor(size / 1000)
  const changes = Array.from({ length: 10 }, (_, i) => Math.floor(((i + 0.5) * size) / 10))
  for (let at = 0; at < size; at += block.length) {
    await from.read(block, 0, block.length, at)
    for (const start of changes) {
      const begin = Math.max(start, at)
      const end = Math.min(start + part, at + block.length)
      if (begin < end) randomFillSync(block, begin - at, end - begin)
    }
    await to.write(block)
    if (at + block.length >= size / 2 && at < size / 2) await to.write(randomFillSync(Buffer.alloc(1_000)))
  }
  await from.close()
  await to.close()
}
