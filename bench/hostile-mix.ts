import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { benchToken, startHub } from './parts/hub-server.ts'
import { runPart } from './parts/run-part.ts'

/*
 * How long does a request for a model's record take while clients send requests that are expensive to process? Each kind alone, then all at once,
 * against the same request on an idle hub. The bar, with all at once: p99 under 100 ms and under ten times idle. `--only=<kind>`, `--seconds=`; set
 * PORTOLAN_BENCH_POSTGRES_URL to an empty Postgres database to use it instead of SQLite. Needs the built pages.
 */
export type HostileKind =
  | 'sign-in'
  | 'diffs'
  | 'yaml'
  | 'commits'
  | 'many files'
  | 'pushes'
  | 'JSON bodies'
  | 'page forms'
  | 'expanded trees'
  | 'database lock'

/** The plan for parts/hostile-mix-client.ts. */
export interface HostilePlan {
  readonly origin: string
  readonly token: string
  readonly kinds: readonly HostileKind[]
  /** Milliseconds since 1970. */
  readonly until: number
  /** Two commits that are slow to compare. */
  readonly slow: { readonly repo: string; readonly base: string; readonly head: string }
  /** The history below, pushed to a repository: a thousand commits in fifty folders. */
  readonly trees: string
  /** A git repository to push. */
  readonly history: string
  /** The SQLite database file. */
  readonly database: string | null
}

/** Number of responses by kind and status. */
export type HostileReport = Partial<Record<HostileKind, Record<string, number>>>

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const seconds = Number(option('seconds') ?? 12)
const postgres = process.env['PORTOLAN_BENCH_POSTGRES_URL'] ?? null
const kinds: HostileKind[] = [
  'sign-in',
  'diffs',
  'yaml',
  'commits',
  'many files',
  'pushes',
  'JSON bodies',
  'page forms',
  'expanded trees',
  ...(postgres === null ? (['database lock'] as const) : []),
]
const only = option('only')

const folder = benchFolder('hostile')
const data = join(folder.path, 'data')
const history = join(folder.path, 'history')
mkdirSync(data)
mkdirSync(history)
const delayFile = join(folder.path, 'delay.json')
const hub = await startHub('any', data, 4343, {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'parts/loop-delay.ts')}`,
  BENCH_LOOP_DELAY: delayFile,
  PORTOLAN_FILE_RATE_LIMIT: '0',
  ...(postgres === null ? {} : { PORTOLAN_DATABASE_URL: postgres }),
})
const headers = { Authorization: `Bearer ${benchToken}`, 'Content-Type': 'application/x-ndjson' }

interface Measured {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The longest time that the server's event loop was blocked. Milliseconds. */
  readonly loop: number
  /** The most processor time that the serving thread used between two timers: unlike times, it does not depend on how busy the machine is. Milliseconds. */
  readonly busy: number
  readonly calls: number
}

try {
  execFileSync('git', ['-C', history, 'init', '-q', '-b', 'main'])
  execFileSync('git', ['-C', history, 'fast-import', '--quiet'], { input: longHistory() })
  await hub.addModel('texts', {})
  await hub.addModel('many', {})
  await hub.addModel('trees', {})
  execFileSync('git', [
    '-C',
    history,
    'push',
    '-q',
    '--force',
    `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/trees.git`,
    'main',
  ])
  const slow = await slowCommits()
  // Run everything once, so that lazily loaded code is in memory.
  await hostile(kinds, 6)
  await latencies(2)
  const idle = await latencies(seconds)
  const row = (name: string, measured: Measured, report: unknown) =>
    console.log(
      `${name.padEnd(16)} p50 ${measured.p50.toFixed(1)} ms (${(measured.p50 / idle.p50).toFixed(1)} × idle), p99 ${measured.p99.toFixed(1)} ms ` +
        `(${(measured.p99 / idle.p99).toFixed(1)} ×), longest ${measured.max.toFixed(0)} ms, event loop held up ${measured.loop.toFixed(0)} ms (by at most ${measured.busy.toFixed(0)} ms of work), ` +
        `${measured.calls} calls ${report === null ? '' : JSON.stringify(report)}`,
    )
  row('idle', idle, null)
  const results: Record<string, unknown> = { idle }
  let missed = false
  for (const part of [...kinds.map((kind) => [kind]), kinds]) {
    const name = part.length === 1 ? (part[0] ?? '') : 'all at once'
    if (only !== undefined && only !== name) continue
    const [measured, report] = await Promise.all([latencies(seconds), hostile(part, seconds)])
    row(name, measured, report)
    results[name] = { ...measured, ratios: { p50: measured.p50 / idle.p50, p99: measured.p99 / idle.p99 }, report }
    if (part.length > 1) missed = measured.p99 >= 100 || measured.p99 >= 10 * idle.p99
    // Lets running work finish before the next kind starts.
    await setTimeout(3_000)
  }
  writeResult('hostile-mix', { database: postgres === null ? 'sqlite' : 'postgres', seconds, ...results })
  if (missed) console.log('The bar is missed: p99 under 100 ms and under ten times idle.')
  process.exitCode = missed ? 1 : 0

  async function hostile(part: readonly HostileKind[], forSeconds: number): Promise<HostileReport> {
    const plan: HostilePlan = {
      origin: hub.origin,
      token: benchToken,
      kinds: part,
      until: Date.now() + forSeconds * 1000,
      slow,
      trees: 'bench/trees',
      history,
      database: postgres === null ? join(data, 'hub.db') : null,
    }
    return runPart<HostileReport>('any', 'hostile-mix-client.ts', JSON.stringify(plan))
  }
} finally {
  await hub.stop()
  rmSync(folder.path, { recursive: true, force: true })
}

/** Requests a model's record from one client, at most a hundred times a second. */
async function latencies(forSeconds: number): Promise<Measured> {
  rmSync(delayFile, { force: true })
  const times: number[] = []
  const end = performance.now() + forSeconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    const answer = await fetch(`${hub.origin}/api/models/bench/files`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the record of the model: ${answer.status}`)
    times.push(performance.now() - start)
    await setTimeout(10)
  }
  await setTimeout(600)
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  const { max: loop, busy } = JSON.parse(readFileSync(delayFile, 'utf8')) as { max: number; busy: number }
  return { p50: at(0.5), p99: at(0.99), max: at(1), loop, busy, calls: times.length }
}

async function slowCommits(): Promise<HostilePlan['slow']> {
  await hub.addModel('slow', {})
  const commit = async (seed: number): Promise<string> => {
    const lines: unknown[] = [{ key: 'header', value: { summary: 'slow' } }]
    for (let n = 0; n < 9; n++) lines.push({ key: 'file', value: { path: `text-${n}.txt`, content: shortLines(600_000, seed + n) } })
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const answer = await fetch(`${hub.origin}/api/models/bench/slow/commit/main`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`commit: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { commitOid: string }).commitOid
  }
  return { repo: 'bench/slow', base: await commit(1), head: await commit(101) }
}

function shortLines(lines: number, seed: number): string {
  let text = ''
  for (let at = 0, state = seed; at < lines; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += `${state % 10}\n`
  }
  return text
}

/** Returns a `git fast-import` stream of a thousand commits of ten files each. */
function longHistory(): string {
  let text = ''
  for (let commit = 0; commit < 1_000; commit++) {
    text += `commit refs/heads/main\ncommitter b <b@example.org> ${1_700_000_000 + commit} +0000\ndata 1\nx\n`
    for (let n = 0; n < 10; n++) {
      const content = `${commit} ${n}\n`.repeat(40)
      text += `M 100644 inline folder-${(commit + n) % 50}/file-${n}.txt\ndata ${content.length}\n${content}\n`
    }
  }
  return text
}
