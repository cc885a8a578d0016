import { holdBallast, releaseBallast } from '../../foundation/blobs/disk-reserve.ts'
import { endDeadFreeings } from '../../foundation/blobs/guarded-blob-store.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { sweepUploads } from '../../repository/lfs/index.ts'
import { sweepXet } from '../../repository/xet/index.ts'
import { type GcContext, type Freed, type KindName, kindNames } from './kind.ts'
import { gcKinds } from './kinds/index.ts'
import { clockHold } from './clock-hold.ts'
import { acquireLease } from './lease.ts'
import { dueMarks, writeMarks } from './marks.ts'

/** The name of the lease. A backup takes it too: nothing is freed while one is being made. */
export const gcLease = 'gc'

/** How long freed objects make commits and pushes check more closely: longer than any push takes. Milliseconds. */
const freedMemoryMs = 2 * 86_400_000
const keptRuns = 100
const processEnded = 'The process exited during the run.'

/** Per kind: what is currently unreferenced, how much of it is past its grace period, and what was freed. */
export type GcReport = Record<KindName, { readonly unneeded: Freed; readonly due: Freed; readonly freed: Freed }>

export interface GcOptions {
  /** Only reports what is unreferenced and what would be freed now; marks and frees nothing. Recorded as a dry run. */
  readonly dry?: boolean
  /** Grace period in milliseconds; defaults to the hub's setting. Applies to what this run marks. */
  readonly graceMs?: number
  /** Checks every repo, not only those whose refs have moved since the last run. */
  readonly everything?: boolean
  /** The administrator who requested it, for the audit log. */
  readonly askedBy?: string
  /** Ends the run at its next step; the rest is left to the next run. */
  readonly signal?: AbortSignal
}

/**
 * Marks what is unreferenced, frees what has been marked for the length of the grace period, and records the run. One process at a time, across all
 * processes that share a database.
 * @returns `null` when another process is collecting
 */
export function collectGarbage(hub: Hub, options: GcOptions = {}): Promise<GcReport | null> {
  return hub.background.run('a run of garbage collection', () => runNow(hub, options))
}

async function runNow(hub: Hub, options: GcOptions): Promise<GcReport | null> {
  const { dataDir, diskReserveBytes } = hub.config
  await releaseBallast(dataDir)
  await using lease = await acquireLease(hub, gcLease)
  if (lease === null) return null
  const context: GcContext = {
    hub,
    dry: options.dry === true,
    graceMs: options.graceMs ?? hub.config.gcGraceMs,
    everything: options.everything === true,
    keepLease: () => {
      hub.background.signal.throwIfAborted()
      options.signal?.throwIfAborted()
      lease.keep()
    },
  }
  const started = hub.now().getTime()
  const { id } = await hub.db.write(async (tx) => {
    // The holder of the lease is the only collector: any other run recorded as running has lost its process.
    await tx
      .updateTable('gc_run')
      .set({ ended: started, state: 'failed', report: JSON.stringify({ error: processEnded }) })
      .where('state', '=', 'running')
      .execute()
    if (options.askedBy !== undefined && !context.dry)
      await recordEvent(tx, hub, { topic: 'gc.changed', actor: options.askedBy, payload: { change: 'run' } })
    return tx
      .insertInto('gc_run')
      .values({ started, ended: null, dry: context.dry ? 1 : 0, state: 'running', report: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  try {
    const report = await (context.dry ? dryRun(context) : collect(context))
    await endRun(hub, id, 'done', report)
    await holdBallast(dataDir, diskReserveBytes)
    return report
  } catch (error) {
    await endRun(hub, id, 'failed', { error: String(error) })
    throw error
  }
}

/** A scheduled run, if the last one was long enough ago. Any process may call it at any time: only one of them runs. */
export async function collectWhenDue(hub: Hub, signal?: AbortSignal): Promise<GcReport | null> {
  const everyMs = hub.config.gcEveryMs
  if (everyMs === 0) return null
  const last = await hub.db.read
    .selectFrom('gc_run')
    .select((eb) => eb.fn.max('started').as('started'))
    .where('dry', '=', 0)
    .executeTakeFirst()
  const now = hub.now().getTime()
  const since = now - Number(last?.started ?? 0)
  // A run in the future was made while the clock was wrong.
  return since >= 0 && since < everyMs ? null : collectGarbage(hub, signal === undefined ? {} : { signal })
}

export interface GcRun {
  readonly id: number
  /** A dry run. */
  readonly isDry: boolean
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly state: 'running' | 'done' | 'failed'
  /** `null` while it is running, and for a failed run. */
  readonly report: GcReport | null
  readonly error: string | null
}

/** The latest runs and dry runs, newest first. A run whose process died counts as failed as soon as nobody has the lease. */
export async function listRuns(hub: Hub, limit = 10): Promise<GcRun[]> {
  // In one statement: a run that ends between two of them would appear to have died.
  const rows = await hub.db.read
    .selectFrom('gc_run')
    .selectAll()
    .select((eb) => eb.selectFrom('gc_lease').select('expires').where('name', '=', gcLease).as('leased_until'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const now = hub.now().getTime()
  return rows.map(({ id, dry, started, ended, state, report, leased_until }) => {
    const said = JSON.parse(report) as Partial<GcReport> & { error?: string }
    const isDead = state === 'running' && Number(leased_until ?? 0) <= now
    return {
      id,
      isDry: dry === 1,
      startedAt: new Date(started),
      endedAt: ended === null ? null : new Date(ended),
      state: isDead ? 'failed' : (state as GcRun['state']),
      report: 'git object' in said ? (said as GcReport) : null,
      error: isDead ? processEnded : (said.error ?? null),
    }
  })
}

async function collect(context: GcContext): Promise<GcReport> {
  const { hub } = context
  const report = emptyReport()
  const hold = await clockHold(hub)
  if (hold === null) await sweepXet(hub)
  for (const kind of gcKinds) {
    for await (const finding of kind.find(context)) {
      context.keepLease()
      add(report[finding.kind].unneeded, finding.items)
      await writeMarks(context, finding)
    }
  }
  for (const kind of gcKinds) {
    const due = await dueMarks(hub.db.read, kind.name, hub.now().getTime())
    add(report[kind.name].due, due)
    if (hold !== null) continue
    const freed = await kind.free(context, due)
    report[kind.name] = { ...report[kind.name], freed }
  }
  if (hold !== null) return report
  await sweepUploads(hub)
  await endDeadFreeings(hub.db, hub.rawBlobs)
  await hub.blobs.sweep()
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    await tx
      .deleteFrom('gc_freed')
      .where('at', '<', now - freedMemoryMs)
      .execute()
    await tx.deleteFrom('blob_upload').where('expires', '<', now).execute()
  })
  return report
}

async function dryRun(context: GcContext): Promise<GcReport> {
  const report = emptyReport()
  const now = context.hub.now().getTime()
  for (const kind of gcKinds) {
    for await (const finding of kind.find(context)) add(report[finding.kind].unneeded, finding.items)
  }
  for (const { name } of gcKinds) add(report[name].due, await dueMarks(context.hub.db.read, name, now))
  return report
}

async function endRun(hub: Hub, id: number, state: string, report: object): Promise<void> {
  await hub.db.write(async (tx) => {
    await tx
      .updateTable('gc_run')
      .set({ ended: hub.now().getTime(), state, report: JSON.stringify(report) })
      .where('id', '=', id)
      .execute()
    await tx
      .deleteFrom('gc_run')
      .where('id', '<=', id - keptRuns)
      .execute()
  })
}

function emptyReport(): GcReport {
  const none = () => ({ unneeded: { count: 0, bytes: 0 }, due: { count: 0, bytes: 0 }, freed: { count: 0, bytes: 0 } })
  return Object.fromEntries(kindNames.map((name) => [name, none()])) as GcReport
}

function add(sum: Freed, items: readonly { readonly bytes: number }[]): void {
  Object.assign(sum, { count: sum.count + items.length, bytes: items.reduce((total, { bytes }) => total + bytes, sum.bytes) })
}
