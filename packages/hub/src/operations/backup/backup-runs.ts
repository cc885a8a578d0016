import { isHubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'

const keptRuns = 200
const processEnded = 'The process ended before the run.'

/** The leases of the two kinds: at most one run of each kind at a time, across all processes that share a database. */
export const runLeases = { backup: 'backup', rehearsal: 'backup rehearsal' } as const
export type RunKind = keyof typeof runLeases

/** What a run read and wrote. */
export interface RunFigures {
  /** The name of the backup. */
  readonly name: string
  readonly tables: number
  readonly rows: number
  /** Large files that the backup references, stored once for all backups in a place. */
  readonly blobs: number
  /** Size of the backup's tables and of the large files that it references. */
  readonly bytes: number
  /** Large files that the hub itself lacked. */
  readonly missing: number
}

/** A backup, or a rehearsal of restoring one. */
export interface BackupRun {
  readonly id: number
  readonly kind: RunKind
  /** An absolute path, or `s3://bucket/prefix`. */
  readonly place: string
  /** The name of the backup, once known. */
  readonly name: string | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** `stopped`: the server ended it to stop itself. */
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** `null` unless it is done. */
  readonly figures: RunFigures | null
  readonly error: string | null
  /** Why older backups could not be removed after this one. */
  readonly pruneError: string | null
}

type Report = Partial<RunFigures> & { error?: string; pruneError?: string; damagedBlobs?: readonly string[] }

/**
 * Does and records a run. The caller holds the lease of its kind.
 * @param work is given how to record the backup's name before it is written
 */
export async function recordRun<T extends { readonly figures: RunFigures }>(
  hub: Hub,
  { kind, place, signal }: { kind: RunKind; place: string; signal?: AbortSignal | undefined },
  work: (noteName: (name: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const started = hub.now().getTime()
  const { id } = await hub.db.write(async (tx) => {
    // The caller holds the lease: any other run recorded as running has lost its process.
    const lost = await tx
      .selectFrom('backup_run')
      .select(['id', 'report'])
      .where('kind', '=', kind)
      .where('state', '=', 'running')
      .execute()
    for (const each of lost) {
      const report = JSON.stringify({ ...(JSON.parse(each.report) as Report), error: processEnded })
      await tx.updateTable('backup_run').set({ ended: started, state: 'failed', report }).where('id', '=', each.id).execute()
    }
    return tx
      .insertInto('backup_run')
      .values({ kind, place, started, ended: null, state: 'running', report: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const end = (state: string, report: Report) =>
    hub.db.write(async (tx) => {
      await tx
        .updateTable('backup_run')
        .set({ ended: hub.now().getTime(), state, report: JSON.stringify(report) })
        .where('id', '=', id)
        .execute()
      await tx
        .deleteFrom('backup_run')
        .where('id', '<=', id - keptRuns)
        .execute()
    })
  let known: Report = {}
  const noteName = async (name: string) => {
    known = { name }
    await hub.db.write((tx) =>
      tx
        .updateTable('backup_run')
        .set({ report: JSON.stringify(known) })
        .where('id', '=', id)
        .execute(),
    )
  }
  try {
    const result = await work(noteName)
    await end('done', result.figures)
    return result
  } catch (error) {
    const damagedBlobs = isHubError(error, 'storage.damaged') ? (error.details['blobs'] as string[] | undefined) : undefined
    await end(signal?.aborted === true ? 'stopped' : 'failed', {
      ...known,
      error: error instanceof Error ? error.message : String(error),
      ...(damagedBlobs === undefined ? {} : { damagedBlobs }),
    })
    throw error
  }
}

/** Notes with the last successful backup to a place whether removing older ones failed. */
export async function notePruning(hub: Hub, place: string, error: string | null): Promise<void> {
  await hub.db.write(async (tx) => {
    const row = await tx
      .selectFrom('backup_run')
      .select(['id', 'report'])
      .where('kind', '=', 'backup')
      .where('place', '=', place)
      .where('state', '=', 'done')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return
    const { pruneError: _old, ...report } = JSON.parse(row.report) as Report
    await tx
      .updateTable('backup_run')
      .set({ report: JSON.stringify(error === null ? report : { ...report, pruneError: error }) })
      .where('id', '=', row.id)
      .execute()
  })
}

/** Large files (sha-256) of a place that rehearsals found damaged since the last one that passed. A backup with the same bytes repairs them. */
export async function knownDamage(hub: Hub, place: string): Promise<Set<string>> {
  const rows = await hub.db.read
    .selectFrom('backup_run')
    .select(['state', 'report'])
    .where('kind', '=', 'rehearsal')
    .where('place', '=', place)
    .orderBy('id', 'desc')
    .execute()
  const passed = rows.findIndex(({ state }) => state === 'done')
  const since = passed < 0 ? rows : rows.slice(0, passed)
  return new Set(since.flatMap(({ report }) => (JSON.parse(report) as Report).damagedBlobs ?? []))
}

/** The latest runs, newest first. One whose process died counts as failed as soon as nobody has its lease. */
export async function listBackupRuns(
  hub: Hub,
  filter: { kind?: RunKind; place?: string; state?: 'done'; limit?: number } = {},
): Promise<BackupRun[]> {
  const rows = await hub.db.read
    .selectFrom('backup_run')
    .selectAll()
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? 'backup'))
    .$if(filter.place !== undefined, (query) => query.where('place', '=', filter.place ?? ''))
    .$if(filter.state !== undefined, (query) => query.where('state', '=', 'done'))
    .orderBy('id', 'desc')
    .limit(filter.limit ?? 10)
    .execute()
  const leases = await hub.db.read
    .selectFrom('gc_lease')
    .select(['name', 'expires'])
    .where('name', 'in', Object.values(runLeases))
    .execute()
  const now = hub.now().getTime()
  const isHeld = (kind: RunKind) => leases.some(({ name, expires }) => name === runLeases[kind] && expires > now)
  return rows.map(({ id, kind, place, started, ended, state, report }) => {
    const { error, pruneError, ...said } = JSON.parse(report) as Report
    const isDead = state === 'running' && !isHeld(kind)
    return {
      id,
      kind,
      place,
      name: said.name ?? null,
      startedAt: new Date(started),
      endedAt: ended === null ? null : new Date(ended),
      state: isDead ? 'failed' : (state as BackupRun['state']),
      figures: state === 'done' ? (said as RunFigures) : null,
      error: isDead ? processEnded : (error ?? null),
      pruneError: pruneError ?? null,
    }
  })
}
