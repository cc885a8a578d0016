import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { encodePkt } from '@portolan/git'
import { median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { type BenchHub, benchToken, sha256OfZeros, startHub } from './parts/hub-server.ts'
import type { SlowPlan, SlowReport } from './parts/slow-clients.ts'

/*
 * What do 10,000 deliberately slow connections cost the hub? Headers that never end; pushes, uploads and xorbs sent a byte at a time; downloads and
 * clones read a byte at a time. Meanwhile, one honest client requests a model's record. By the end, the server must have closed every slow
 * connection, leaving nothing behind. `--connections=`, `--only=<word>`.
 */
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const connections = Number(option('connections') ?? 10_000)
const only = option('only') ?? ''
const processes = 4
const addresses = 200
/** Value of `PORTOLAN_SLOW_SECONDS`; the default of two minutes would only make the bench longer. */
const slowSeconds = 20
const port = 4341
/** Connections still held after this time count as not closed. Milliseconds. */
const timeoutMs = 180_000
const folder = benchFolder('slow')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub('any', data, port, { PORTOLAN_SLOW_SECONDS: String(slowSeconds) })
const origin = `Host: 127.0.0.1:${port}\r\n`
const token = `Authorization: Bearer ${benchToken}\r\n`
const size = 32 * 1024 * 1024
const oid = sha256OfZeros(size)

const upload = await hub.uploadHref(oid, size)
await fetch(upload, { method: 'PUT', body: Buffer.alloc(size) })
await hub.commit('zeros.bin', oid, size)
const xet = await xetAccess(hub)
const want = await headCommit()
const other = createHash('sha256').update('never sent').digest('hex')
const slowUpload = new URL(await hub.uploadHref(other, 1_000_000)).pathname
const request = (line: string, ...headers: string[]) => `${line} HTTP/1.1\r\n${origin}${headers.map((header) => `${header}\r\n`).join('')}`
const fetchBody = `${pkt('command=fetch')}0001${pkt(`want ${want}\n`)}${pkt('done\n')}0000`
const pushBody = `${pkt(`${'0'.repeat(40)} ${want} refs/heads/slow\0report-status\n`)}0000PACK`

const scenarios: Record<string, Pick<SlowPlan, 'head' | 'way'>> = {
  'headers a byte at a time': { way: 'send', head: `${request('GET /api/models')}X-Slow: ` },
  'pushes a byte at a time': {
    way: 'send',
    head: `${request('POST /bench/files.git/git-receive-pack', 'Content-Type: application/x-git-receive-pack-request', 'Content-Length: 10000000')}${token}\r\n${pushBody}`,
  },
  'LFS uploads a byte at a time': { way: 'send', head: `${request(`PUT ${slowUpload}`, 'Content-Length: 1000000')}\r\n` },
  'xorbs a byte at a time': {
    way: 'send',
    head: `${request(`POST ${xet.path}/v1/xorbs/default/${'a'.repeat(64)}`, 'Content-Length: 1000000', `Authorization: Bearer ${xet.token}`)}\r\n`,
  },
  'commits a byte at a time': {
    way: 'send',
    head: `${request('POST /api/models/bench/files/commit/main', 'Content-Type: application/x-ndjson', 'Content-Length: 1000000')}${token}\r\n`,
  },
  'downloads taken a byte at a time': { way: 'take', head: `${request('GET /bench/files/resolve/main/zeros.bin')}\r\n` },
  'clones taken a byte at a time': {
    way: 'take',
    head: `${request('POST /bench/files.git/git-upload-pack', 'Git-Protocol: version=2', `Content-Length: ${fetchBody.length}`)}\r\n${fetchBody}`,
  },
}

const results: Record<string, unknown> = {}
try {
  const rows = rowCounts()
  // Warm up first, so that additional memory is caused by the connections.
  await latencies(2_000)
  const idle = await latencies(5_000)
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (!name.includes(only)) continue
    const before = hub.residentBytes()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, hub.residentBytes())), 100)
    let isOver = false
    const attack = slow(scenario).finally(() => (isOver = true))
    const during = await latencies(Infinity, () => isOver)
    const { reports, left, seconds } = await attack
    clearInterval(watch)
    const answers: Record<string, number> = {}
    for (const report of reports) for (const [status, n] of Object.entries(report.answers)) answers[status] = (answers[status] ?? 0) + n
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const after = hub.residentBytes()
    results[name] = { before, peak, after, idle: shape(idle), during: shape(during), answers, left, seconds }
    const mib = (bytes: number) => `${Math.round(bytes / 1024 ** 2)}`
    console.log(
      `${connections} ${name}: memory ${mib(before)} → ${mib(peak)} → ${mib(after)} MiB · an honest client waits ${text(during)}, idle ${text(idle)}, ` +
        `${(shape(during).p99 / shape(idle).p99).toFixed(1)} times at the 99th percentile, ${during.failed} of ${during.all.length} refused · ` +
        `all ended after ${seconds.toFixed(0)} s, ${left} left · answers ${JSON.stringify(answers)}`,
    )
    if (left > 0) throw new Error(`${left} connections were not ended`)
    if (during.failed > 0) throw new Error('An honest client was refused')
  }
  const leftFiles = ['quarantine', 'uploads', 'blobs/tmp'].flatMap((name) => filesBelow(join(data, name)))
  const changed = Object.entries(rowCounts()).filter(([table, count]) => rows[table] !== count)
  console.log(
    `left behind: ${leftFiles.length} files · tables with other numbers of rows: ${changed.map(([table, n]) => `${table} ${rows[table]} → ${n}`).join(', ') || 'none'}`,
  )
  writeResult('slow-connections', { connections, addresses, slowSeconds, results, leftFiles, changed })
  if (leftFiles.length > 0) process.exitCode = 1
} finally {
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

/** Starts the connections from several processes, and waits until the server has closed them all. */
async function slow(scenario: Pick<SlowPlan, 'head' | 'way'>): Promise<{ reports: SlowReport[]; left: number; seconds: number }> {
  const started = performance.now()
  const clients = Array.from({ length: processes }, (_, index) => {
    const plan: SlowPlan = {
      ...scenario,
      port,
      connections: Math.ceil(connections / processes),
      firstAddress: (index * addresses) / processes,
      addresses: addresses / processes,
      everyMs: 4_000,
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'parts/slow-clients.ts'), JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface(child.stdout)
    const all: string[] = []
    lines.on('line', (line) => all.push(line))
    return { child, all, opened: once(lines, 'line'), closed: once(child, 'close') }
  })
  await Promise.all(clients.map(({ opened }) => opened))
  // The honest client has one or two connections as well.
  while (heldConnections() > 4 && performance.now() - started < timeoutMs) await new Promise((resolve) => setTimeout(resolve, 1_000))
  const left = Math.max(0, heldConnections() - 4)
  const seconds = (performance.now() - started) / 1000
  for (const { child } of clients) child.kill('SIGTERM')
  await Promise.all(clients.map(({ closed }) => closed))
  return { reports: clients.map(({ all }) => JSON.parse(all.at(-1) ?? '') as SlowReport), left, seconds }
}

/** Counts the connections the server holds: released connections no longer have an inode. */
function heldConnections(): number {
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return ['/proc/net/tcp', '/proc/net/tcp6'].reduce((sum, file) => {
    const rows = readFileSync(file, 'utf8').split('\n').slice(1)
    return (
      sum +
      rows.filter((row) => {
        const [, local = '', , state = '', , , , , , inode = '0'] = row.trim().split(/\s+/)
        return local.endsWith(own) && state !== '0A' && inode !== '0'
      }).length
    )
  }, 0)
}

interface Latencies {
  readonly all: number[]
  readonly failed: number
}

/** Requests a model's record repeatedly, from its own address. */
async function latencies(milliseconds: number, isOver: () => boolean = () => false): Promise<Latencies> {
  const all: number[] = []
  let failed = 0
  const end = performance.now() + milliseconds
  while (performance.now() < end && !isOver()) {
    const start = performance.now()
    const ok = await fetch(`${hub.origin}/api/models/bench/files`, { signal: AbortSignal.timeout(30_000) }).then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
      () => false,
    )
    if (!ok) failed++
    all.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { all, failed }
}

function shape({ all }: Latencies): { median: number; p99: number; most: number } {
  const sorted = all.toSorted((a, b) => a - b)
  return { median: median(all), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN }
}

function text(measured: Latencies): string {
  const { median: middle, p99 } = shape(measured)
  return `${middle.toFixed(1)} ms (p99 ${p99.toFixed(0)})`
}

function rowCounts(): Record<string, number> {
  const db = new DatabaseSync(join(data, 'hub.db'), { readOnly: true })
  try {
    const tables = db.prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`).all() as {
      name: string
    }[]
    return Object.fromEntries(
      tables.flatMap(({ name }) => {
        try {
          return [[name, (db.prepare(`select count(*) n from "${name}"`).get() as { n: number }).n]]
        } catch {
          // Virtual tables of full-text search cannot be counted this way.
          return []
        }
      }),
    )
  } finally {
    db.close()
  }
}

function filesBelow(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  } catch {
    return []
  }
}

async function xetAccess(server: BenchHub): Promise<{ path: string; token: string }> {
  const answer = await fetch(`${server.origin}/api/models/bench/files/xet-write-token/main`, {
    headers: { Authorization: `Bearer ${benchToken}` },
  })
  const { casUrl, accessToken } = (await answer.json()) as { casUrl: string; accessToken: string }
  return { path: new URL(casUrl).pathname.replace(/\/$/, ''), token: accessToken }
}

async function headCommit(): Promise<string> {
  const answer = await fetch(`${hub.origin}/api/models/bench/files`)
  return ((await answer.json()) as { sha: string }).sha
}

function pkt(line: string): string {
  return encodePkt(line).toString('latin1')
}
