import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { textHistory } from './parts/git-bench.ts'
import { benchToken, startHub } from './parts/hub-server.ts'
import type { ThreadMemory } from './parts/memory-report.ts'

/*
 * Does the memory of a hub keep growing? A mixed load (browsing, searching, cloning, pushing, commits, uploads, downloads, previews, diffs), and the
 * resident memory every minute with what it consists of. The bar: at the end at most 1.3 times the value after five minutes. `--minutes=` (30). Linux
 * only. Needs the built pages.
 */
const minutes = Number(process.argv.find((word) => word.startsWith('--minutes='))?.slice('--minutes='.length) ?? 30)
/** The value that the end is compared with. */
const settledMinutes = Math.min(5, minutes / 3)
const bar = 1.3
/** Memory goes up and down with each large commit: what is compared are medians of a minute. Milliseconds. */
const sampleMs = 5_000
/** A load that is refused uses no memory: at most this part of the requests of each kind may fail. */
const failing = 0.05

const folder = benchFolder('memory')
const [data, reports, history] = ['data', 'reports', 'history'].map((name) => join(folder.path, name)) as [string, string, string]
for (const path of [data, reports, history]) mkdirSync(path)
const hub = await startHub('any', data, 4357, {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'parts/memory-report.ts')}`,
  BENCH_MEMORY: reports,
  PORTOLAN_FILE_RATE_LIMIT: '0',
})
const { origin } = hub
const authorized = { Authorization: `Bearer ${benchToken}` }
const gitOrigin = origin.replace('://', `://bench:${benchToken}@`)
const counts: Record<string, number> = {}
const failures: Record<string, number> = {}
let serial = 0
const filler = randomBytes(8 * 1024 * 1024)

/** Bytes. */
interface Memory {
  readonly minute: number
  readonly resident: number
  /** V8's heaps of all threads. */
  readonly heaps: number
  readonly threads: number
  /** Buffers and native objects kept by the heaps. */
  readonly external: number
  /** Pages of files: the program itself, and what SQLite has mapped of its database. */
  readonly files: number
  /** What is left: caches of SQLite and other libraries, stacks, and what malloc has not given back. */
  readonly rest: number
}

try {
  execFileSync('git', ['init', '-q', '-b', 'main', history])
  execFileSync('git', ['-C', history, 'fast-import', '--quiet'], { input: textHistory(400, 100, 10) })
  await prepare()
  const rows: Memory[] = []
  const start = Date.now()
  const ends = start + minutes * 60_000
  const work = Promise.all(loads().map((load) => repeat(load, ends)))
  const samples: { readonly minute: number; readonly resident: number }[] = []
  for (let minute = 1; minute <= Math.ceil(minutes); minute++) {
    const until = Math.min(ends, start + minute * 60_000)
    while (Date.now() < until) {
      await setTimeout(Math.min(sampleMs, Math.max(0, until - Date.now())))
      samples.push({ minute: (Date.now() - start) / 60_000, resident: hub.residentBytes() })
    }
    rows.push(memory((Date.now() - start) / 60_000))
    print(rows.at(-1) as Memory)
  }
  await work
  const around = (minute: number) => {
    const sorted = samples.filter((each) => Math.abs(each.minute - minute) <= 0.5).map(({ resident }) => resident)
    return sorted.toSorted((a, b) => a - b)[Math.floor(sorted.length / 2)] ?? 0
  }
  const ratio = around(minutes - 0.5) / around(settledMinutes)
  const refused = loads().filter(({ name }) => (failures[name] ?? 0) > failing * ((counts[name] ?? 0) + (failures[name] ?? 0)))
  console.log(`resident memory at the end: ${ratio.toFixed(2)} of that after ${settledMinutes.toFixed(0)} minutes (at most ${bar})`)
  console.log(JSON.stringify({ counts, failures }))
  for (const { name } of refused) console.error(`The load was not as it should be: ${failures[name]} of the ${name} failed.`)
  writeResult('memory', { minutes, ratio, bar, rows, counts, failures })
  process.exitCode = ratio <= bar && refused.length === 0 ? 0 : 1
} finally {
  await hub.stop()
  rmSync(folder.path, { recursive: true, force: true })
}

function print({ minute, resident, heaps, threads, external, files, rest }: Memory): void {
  const mib = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)}`
  console.log(
    `${minute.toFixed(0).padStart(3)} min: ${mib(resident)} MiB = heaps of ${threads} threads ${mib(heaps)} + buffers and native objects ` +
      `${mib(external)} + files ${mib(files)} + rest ${mib(rest)}`,
  )
}

function memory(minute: number): Memory {
  const threads = readdirSync(reports).flatMap((file) => {
    const report = JSON.parse(readFileSync(join(reports, file), 'utf8')) as ThreadMemory
    // Threads that have ended no longer write.
    return Date.now() - report.at < 15_000 ? [report] : []
  })
  const sum = (key: 'heapTotal' | 'external') => threads.reduce((total, report) => total + report[key], 0)
  const resident = hub.residentBytes()
  const files = fileBytes(hub.pid)
  const [heaps, external] = [sum('heapTotal'), sum('external')]
  return { minute, resident, heaps, threads: threads.length, external, files, rest: resident - heaps - external - files }
}

/** Resident bytes that are pages of files. */
function fileBytes(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return of('RssFile') + of('RssShmem')
}

async function prepare(): Promise<void> {
  for (const name of ['edited', 'many', 'cloned']) await hub.addModel(name, { 'README.md': '---\nlicense: mit\n---\n# A model\n' })
  await post('/api/repos/create', { type: 'dataset', name: 'table' })
  const csv = Array.from({ length: 20_000 }, (_, n) => `${n},harbor ${n % 97},${Math.sin(n)}`).join('\n')
  await commit('datasets/bench/table', [{ path: 'data/train.csv', content: `id,name,value\n${csv}\n` }])
  await git(['-C', history, 'push', '-q', '--force', `${gitOrigin}/bench/cloned.git`, 'main'])
}

/** Each is repeated with a pause in between. Milliseconds. */
function loads(): { name: string; pause: number; act: () => Promise<void> }[] {
  const get = async (path: string) => {
    const answer = await fetch(origin + path, { headers: authorized, redirect: 'follow' })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  }
  const pages = ['/', '/models', '/models?sort=likes', '/bench', '/bench/cloned', '/bench/cloned/tree/main', '/bench/cloned/commits/main']
  const calls = ['/api/models', '/api/models/bench/cloned', '/api/models/bench/cloned/tree/main?recursive=true', '/api/datasets']
  return [
    { name: 'pages', pause: 200, act: () => get(pages[serial++ % pages.length] ?? '/') },
    { name: 'calls', pause: 50, act: () => get(calls[serial++ % calls.length] ?? '/') },
    { name: 'searches', pause: 150, act: () => get(`/api/models?search=${['bench', 'many', 'file', `pushed-${serial++}`][serial % 4]}`) },
    { name: 'previews', pause: 500, act: () => get(`/api/datasets/bench/table/preview/rows?split=train&offset=${(serial++ % 190) * 100}`) },
    {
      name: 'small commits',
      pause: 500,
      act: async () => {
        const lines = Array.from({ length: 200 }, (_, n) => `line ${n} ${n % 7 === serial % 7 ? serial : ''}`)
        await commit('models/bench/edited', [{ path: `notes-${serial++ % 20}.txt`, content: lines.join('\n') }])
      },
    },
    {
      name: 'large commits',
      pause: 20_000,
      act: () =>
        commit(
          'models/bench/many',
          Array.from({ length: 5_000 }, (_, n) => ({ path: `folder-${n % 100}/${n}.txt`, content: `${serial++}` })),
        ),
    },
    {
      name: 'diffs',
      pause: 500,
      act: async () => {
        const answer = await fetch(`${origin}/api/models/bench/edited/commits/main`, { headers: authorized })
        const [head, before] = (await answer.json()) as { id: string }[]
        if (head && before) await get(`/api/models/bench/edited/compare/${before.id}..${head.id}`)
      },
    },
    {
      name: 'pushes',
      pause: 10_000,
      act: async () => {
        const name = `pushed-${serial++}`
        await hub.addModel(name, {})
        await git(['-C', history, 'push', '-q', '--force', `${gitOrigin}/bench/${name}.git`, 'main'])
        // Otherwise it is the number of repositories that grows.
        await fetch(`${origin}/api/repos/delete`, {
          method: 'DELETE',
          headers: { ...authorized, 'Content-Type': 'application/json' },
          body: JSON.stringify({ type: 'model', name }),
        })
      },
    },
    {
      name: 'clones',
      pause: 3_000,
      act: async () => {
        const target = join(folder.path, `clone-${serial++}`)
        await git(['clone', '-q', '--bare', `${gitOrigin}/bench/cloned.git`, target])
        rmSync(target, { recursive: true, force: true })
      },
    },
    {
      name: 'uploads and downloads',
      pause: 2_000,
      act: async () => {
        // One of a few contents: otherwise it is the storage that grows, which is in memory here.
        const content = Buffer.concat([Buffer.from(`content ${serial++ % 5}`), filler])
        const oid = createHash('sha256').update(content).digest('hex')
        const href = await hub.uploadHref(oid, content.length).catch(() => '')
        if (href !== '') await fetch(href, { method: 'PUT', body: content })
        await get(new URL(await hub.commit(`weights-${serial % 5}.bin`, oid, content.length)).pathname)
      },
    },
  ]
}

async function repeat({ name, pause, act }: { name: string; pause: number; act: () => Promise<void> }, until: number): Promise<void> {
  while (Date.now() < until) {
    try {
      await act()
      counts[name] = (counts[name] ?? 0) + 1
    } catch (error) {
      failures[name] = (failures[name] ?? 0) + 1
      if (failures[name] === 1) console.error(name, error)
    }
    await setTimeout(Math.min(pause, Math.max(0, until - Date.now())))
  }
}

async function post(path: string, body: unknown): Promise<void> {
  const headers = { ...authorized, 'Content-Type': 'application/json' }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

async function commit(repo: string, files: readonly { path: string; content: string }[]): Promise<void> {
  const lines = [{ key: 'header', value: { summary: 'mixed load' } }, ...files.map((value) => ({ key: 'file', value }))]
  const answer = await fetch(`${origin}/api/${repo}/commit/main`, {
    method: 'POST',
    headers: { ...authorized, 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  if (!answer.ok) throw new Error(`commit: ${answer.status} ${await answer.text()}`)
}

async function git(args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { stdio: 'ignore', env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' } })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`git ${args[0]} ${args[1]} → ${code}`)
}
