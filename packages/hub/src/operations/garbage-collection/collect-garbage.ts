import { endDeadFreeings } from '../../foundation/blobs/guarded-blob-store.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { sweepUploads } from '../../repository/lfs/index.ts'
import { sweepXet } from '../../repository/xet/index.ts'
import { type GcContext, type Freed, type KindName, kindNames } from './kind.ts'
import { gcKinds } from './kinds/index.ts'
import { takeLease } from './lease.ts'
import { dueMarks, writeMarks } from './marks.ts'

/** The name of the lease. A backup takes it too: nothing is freed while one is made. */
export const gcLease = 'gc'

/** Freed objects make landings look more closely for so long: longer than any push takes. Milliseconds. */
const freedMemoryMs = 2 * 86_400_000
const keptRuns = 100
const processEnded = 'The process ended before the run.'

/** Per kind: what nobody needs at the moment, what of it is past its grace period, what was freed. */
export type GcReport = Record<KindName, { readonly unneeded: Freed; readonly due: Freed; readonly freed: Freed }>

export interface GcOptions {
  /** Only says what is unneeded and what would be freed now; marks and frees nothing. Recorded as a look. */
  readonly dry?: boolean
  /** Milliseconds; the hub's setting when absent. Holds for what is marked by this run. */
  readonly graceMs?: number
  /** Looks at every repo, not only at those whose refs moved since the last run. */
  readonly everything?: boolean
  /** The administrator who asked for it, for the audit log. */
  readonly askedBy?: string
  /** Ends the run at its next step; what it has not come to is left to the next run. */
  readonly signal?: AbortSignal
}

/**
 * Marks what nothing needs, frees what has been marked for as long as the grace period, and records the run. One process at a time, across all
 * processes on one database.
 * @returns `null` when another process collects at the moment
 */
export function collectGarbage(hub: Hub, options: GcOptions = {}): Promise<GcReport | null> {
  return hub.background.run('a run of garbage collection', () => runNow(hub, options))
}

async function runNow(hub: Hub, options: GcOptions): Promise<GcReport | null> {
  await using lease = await takeLease(hub, gcLease)
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
    // Whoever has the lease is the only one: a run that says it runs has lost its process.
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
    return report
  } catch (error) {
    await endRun(hub, id, 'failed', { error: String(error) })
    throw error
  }
}

/** A run by itself, when the last one is long enough ago. Any process may ask at any time: one of them runs. */
export async function collectWhenDue(hub: Hub, signal?: AbortSignal): Promise<GcReport | null> {
  const everyMs = hub.config.gcEveryMs
  if (everyMs === 0) return null
  const last = await hub.db.read
    .selectFrom('gc_run')
    .select((eb) => eb.fn.max('started').as('started'))
    .where('dry', '=', 0)
    .executeTakeFirst()
  const now = hub.now().getTime()
  return now - Number(last?.started ?? 0) < everyMs ? null : collectGarbage(hub, signal === undefined ? {} : { signal })
}

export interface GcRun {
  readonly id: number
  /** It only looked at what a run would do. */
  readonly isDry: boolean
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly state: 'running' | 'done' | 'failed'
  /** `null` while it runs, and of a run that failed. */
  readonly report: GcReport | null
  readonly error: string | null
}

/** The latest runs and looks, newest first. One whose process died has failed as soon as nobody has the lease. */
export async function listRuns(hub: Hub, limit = 10): Promise<GcRun[]> {
  // In one statement: a run that ends between two of them would seem to have died.
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
  await sweepXet(hub)
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
    const freed = await kind.free(context, due)
    report[kind.name] = { ...report[kind.name], freed }
  }
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
