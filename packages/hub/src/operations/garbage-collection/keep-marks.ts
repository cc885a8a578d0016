import type { Hub } from '../../hub.ts'
import type { KindName } from './kind.ts'

/** Something that goes when its grace period ends, or that somebody holds. */
export interface MarkedThing {
  readonly kind: KindName
  /** A sha-256, a git oid, the uid of a repo. */
  readonly key: string
  /** 0: of no repo. */
  readonly repoId: number
  readonly bytes: number
  readonly note: string | null
  readonly markedAt: Date
  readonly dueAt: Date
  readonly kept: boolean
}

/** What is marked, soonest first. */
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
 * Keeps marked things for good, or lets them go again.
 * @param keys sha-256, git oid or uid; `'all'` for everything that is marked
 * @returns how many marks that concerned
 */
export async function keepMarks(hub: Hub, keys: readonly string[] | 'all', kept: boolean): Promise<number> {
  const done = await hub.db.write((tx) => {
    const query = tx.updateTable('gc_mark').set({ kept: kept ? 1 : 0 })
    return (keys === 'all' ? query : query.where('key', 'in', keys)).executeTakeFirst()
  })
  return Number(done.numUpdatedRows)
}
