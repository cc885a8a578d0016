import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BootedHub } from '../../support/booted-hub.ts'
import { type Load, repoNames, startClients, untilAllStore } from './clients.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { Ledger } from './ledger.ts'
import { openReceiver } from './receiver.ts'
import { type Findings, verifyCluster } from './verify.ts'

const root = join(import.meta.dirname, '../../..')
const gcEveryMs = 10_000
/** How long a run waits for something to work again, before it gives up. Milliseconds. */
const giveUpMs = 300_000

export interface ChaosOptions {
  readonly servers: number
  /** How often a random server is killed. */
  readonly kills: number
  /** How often Postgres or the S3 server is restarted, killed or frozen. */
  readonly outages: number
  readonly tools: { readonly postgres: string; readonly s3: string }
  say(line: string): void
}

export interface ChaosReport extends Findings {
  readonly acknowledged: Readonly<Record<string, number>>
  readonly refused: Readonly<Record<string, number>>
  readonly messages: number
  readonly collections: number
  /** Servers that ended without being killed. */
  readonly crashes: number
  /** After a kill: until the others acknowledge something, and until the killed one does, including its start. Milliseconds. */
  readonly othersAfterKill: number[]
  readonly killedAfterKill: number[]
  /** After Postgres or S3 is back: until every server has stored a small upload. Milliseconds, by kind of outage. */
  readonly afterOutage: Readonly<Record<string, number[]>>
}

/** Runs servers under load while they and what they depend on are killed and frozen, and then verifies everything that clients were told. */
export async function runChaos({ servers, kills, outages, tools, say }: ChaosOptions): Promise<ChaosReport> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-chaos-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const receiver = stack.use(await openReceiver())
  const cluster = stack.use(await startCluster(servers, tools))
  await prepareHub(cluster, receiver.url)
  const ledger = new Ledger()
  const load: Load = { hubs: cluster.hubs, ledger, folder, isOver: false }
  const clients = startClients(load)
  const collector = startCollector(cluster, load, folder)
  const measured = {
    crashes: 0,
    othersAfterKill: [] as number[],
    killedAfterKill: [] as number[],
    afterOutage: {} as Record<string, number[]>,
  }
  const restarting = new Map<BootedHub, Promise<void>>()
  const running = () => cluster.hubs.filter((hub) => !restarting.has(hub))
  const rounds = shuffled([
    ...Array<'kill'>(kills).fill('kill'),
    ...Array.from({ length: outages }, (_, i) => outageKinds[i % outageKinds.length] ?? 'kill'),
  ])
  for (const [i, kind] of rounds.entries()) {
    await delay(500 + Math.random() * 1_500)
    measured.crashes += await restartCrashed(running(), say)
    const sayRound = (line: string) => say(`${i + 1}/${rounds.length} ${line}; ${ledger.total} acknowledged`)
    if (kind === 'kill') {
      // One server stays: a load balancer would have nowhere to send anything.
      while (running().length < 2) await Promise.race(restarting.values())
      const begin = performance.now()
      const victim = pickOne(running())
      await victim.kill()
      const restarted = restartAfterKill(victim, ledger, begin).then((took) => {
        measured.killedAfterKill.push(took)
        restarting.delete(victim)
      })
      restarting.set(victim, restarted)
      const others = await untilAllAcknowledge(running(), ledger.lastAck, begin)
      measured.othersAfterKill.push(others)
      sayRound(`kill -9: others after ${Math.round(others)} ms`)
    } else {
      const hubs = running()
      await ways[kind](cluster)
      // Not what the load does next: that a server is not asked for a while says nothing about it.
      const took = await untilAllStore(load, hubs, giveUpMs)
      ;(measured.afterOutage[kind] ??= []).push(took)
      sayRound(`${kind}: ${hubs.length} servers after ${Math.round(took)} ms`)
    }
  }
  await Promise.all(restarting.values())
  await delay(1_000)
  load.isOver = true
  await clients
  const collections = await collector
  measured.crashes += await restartCrashed(cluster.hubs, say)
  say('Verifying …')
  const findings = await verifyCluster(cluster, ledger, receiver, folder)
  return {
    ...findings,
    ...measured,
    acknowledged: Object.fromEntries(ledger.acknowledged),
    refused: Object.fromEntries([...ledger.refused].toSorted(([a], [b]) => a.localeCompare(b))),
    messages: receiver.received,
    collections,
  }
}

/** What is wrong with a run; all of it is empty, or 0, if nothing is. Whatever fails while something is away fails with a clear error, and soon. */
export function faultsOf(report: ChaosReport): Record<string, readonly string[] | number> {
  const { lost, halfVisible, damaged, dropped, duplicated, crashes } = report
  const unclear = Object.keys(report.refused).filter((how) => /no answer within| 500 |without Retry-After/.test(how))
  const neverDone = ['commit', 'LFS upload', 'Xet upload', 'push', 'deletion', 'download'].filter((kind) => !report.acknowledged[kind])
  return { lost, halfVisible, damaged, dropped, duplicated, crashes, unclear, neverDone }
}

const outageKinds = ['Postgres restarts', 'S3 is killed', 'Postgres crashes', 'S3 freezes', 'Postgres freezes'] as const
type OutageKind = (typeof outageKinds)[number]

const downMs = () => 1_000 + Math.random() * 3_000
/** Each ends when the dependency is back. */
const ways: Record<OutageKind, (cluster: Cluster) => Promise<void>> = {
  'Postgres restarts': ({ postgres }) => postgres.restart('fast', downMs()),
  'Postgres crashes': ({ postgres }) => postgres.restart('immediate', downMs()),
  async 'Postgres freezes'({ postgres }) {
    postgres.signal('SIGSTOP')
    await delay(3_000 + downMs())
    postgres.signal('SIGCONT')
  },
  async 'S3 is killed'({ s3 }) {
    s3.signal('SIGKILL')
    await delay(downMs())
    await s3.restart()
  },
  async 'S3 freezes'({ s3 }) {
    s3.signal('SIGSTOP')
    await delay(3_000 + downMs())
    s3.signal('SIGCONT')
  },
}

function pickOne<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** @returns how long it took from `begin` until it acknowledged something again; milliseconds */
async function restartAfterKill(victim: BootedHub, ledger: Ledger, begin: number): Promise<number> {
  for (;;) {
    try {
      await victim.restart()
      return await untilAllAcknowledge([victim], ledger.lastAck, begin)
    } catch (error) {
      // What it needs to start was away; a service manager would start it again, too.
      if (performance.now() - begin > giveUpMs) throw error
      await victim.kill()
      await delay(500)
    }
  }
}

/** @returns how long it took from `begin` until each of the servers had acknowledged something that happened after it; milliseconds */
async function untilAllAcknowledge(
  hubs: readonly BootedHub[],
  last: ReadonlyMap<string, number>,
  begin = performance.now(),
): Promise<number> {
  for (;;) {
    const acks = hubs.map((hub) => last.get(hub.url) ?? 0)
    if (acks.every((at) => at > begin)) return Math.max(...acks) - begin
    if (performance.now() - begin > giveUpMs) throw new Error(`nothing was acknowledged for ${giveUpMs / 1_000} seconds`)
    await delay(5)
  }
}

async function restartCrashed(hubs: readonly BootedHub[], say: (line: string) => void): Promise<number> {
  const crashed = hubs.filter((hub) => !hub.isAlive)
  for (const hub of crashed) {
    say(`A server ended by itself:\n${hub.output()}`)
    await hub.restart()
  }
  return crashed.length
}

async function prepareHub({ hubs }: Cluster, receiver: string): Promise<void> {
  const [hub] = hubs
  const send = async (path: string, body: object) => {
    const answer = await hub?.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
    if (answer?.ok !== true) throw new Error(`${path}: ${answer?.status} ${await answer?.text()}`)
  }
  for (const name of repoNames) await send('/api/repos/create', { type: 'model', name })
  await send('/api/settings/webhooks', { url: receiver, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
}

/** Collects garbage without any grace period, again and again, and kills every third run. @returns how many runs there were */
async function startCollector({ settings }: Cluster, load: Load, folder: string): Promise<number> {
  let runs = 0
  const dataDir = join(folder, 'collector')
  await mkdir(dataDir)
  const command = [join(root, 'apps/server/src/cli/main.ts'), 'gc', '--grace-days', '0']
  while (!load.isOver) {
    const collector: ChildProcess = spawn(process.execPath, command, {
      env: { ...process.env, ...settings, PORTOLAN_DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const ended = once(collector, 'exit')
    if (runs++ % 3 === 2) setTimeout(() => collector.kill('SIGKILL'), 1_500 + Math.random() * 1_000)
    await ended
    for (let waited = 0; waited < gcEveryMs && !load.isOver; waited += 100) await delay(100)
  }
  return runs
}

function shuffled<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
  return items
}
