import type { Hub } from '../../hub.ts'
import type { KindName } from './kind.ts'

/** Something that is freed when its grace period ends, or that someone keeps. */
export interface MarkedThing {
  readonly kind: KindName
  /** A sha-256, a git oid, or a repo's uid. */
  readonly key: string
  /** 0: belongs to no repo. */
  readonly repoId: number
  readonly bytes: number
  readonly note: string | null
  readonly markedAt: Date
  readonly dueAt: Date
  readonly kept: boolean
}

/** Lists what is marked, soonest due first. */
export async function listMarks(hub: Hub, filter: { key?: string; kind?: KindName; limit?: number } = {}): Promise<MarkedThing[]> {
  let query = hub.db.read
    .selectFrom('gc_mark')
    .selectAll()
    .orderBy('due')
    .orderBy('key')
    .limit(filter.limit ?? 1_000)
  if (filter.key !== undefined) query = query.where('key', '=', filter.key)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  const rows = await query.execute()
  return rows.map((row) => ({
    kind: row.kind as KindName,
    key: row.key,
    repoId: row.repo_id,
    bytes: row.bytes,
    note: row.note,
    markedAt: new Date(row.marked),
    dueAt: new Date(row.due),
    kept: row.kept === 1,
  }))
}

/**
 * Keeps marked things indefinitely, or releases them again.
 * @param keys sha-256, git oid or uid; `'all'` for everything that is marked
 * @returns the number of marks affected
 */
export async function keepMarks(hub: Hub, keys: readonly string[] | 'all', kept: boolean): Promise<number> {
  const done = await hub.db.write((tx) => {
    const query = tx.updateTable('gc_mark').set({ kept: kept ? 1 : 0 })
    return (keys === 'all' ? query : query.where('key', 'in', keys)).executeTakeFirst()
  })
  return Number(done.numUpdatedRows)
}
