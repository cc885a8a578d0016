import { sql } from 'kysely'
import type { Dialect, Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, HubCache } from '../../hub-cache.ts'
import { hubState } from '../../hub-state.ts'
import type { Repo } from '../access/index.ts'
import type { RepoUid } from '../../uid.ts'

/** Days of a history. */
const historyDays = 30
const dayMs = 24 * 3600 * 1000
/** Requests by one caller to one repo within this time count as one download. */
const windowMs = 5 * 60 * 1000

interface Counter {
  readonly seen: HubCache<true>
  /** By the repo's uid: when they are written, its row may be gone, and its row id reused. */
  pending: Map<RepoUid, number>
}

const counterOf = hubState('downloads', (): Counter => ({ seen: new HubCache({ max: 100_000 }), pending: new Map() }))
/** Repos per transaction. */
const reposAtOnce = 500

/** True when a request for this file counts as a download of the repo. The libraries' rules come from the registry, which the server passes in. */
export function countsAsDownload(hub: Pick<Hub, 'config'>, repo: Pick<Repo, 'type' | 'library'>, path: string): boolean {
  if (repo.type !== 'model') return true
  if (path.toLowerCase().endsWith('.gguf')) return true
  return hub.config.countsAsDownload(repo.library, path)
}

/** Counts a download, in memory. Written by {@link flushDownloads}; lost if the process is killed, a fair price for not writing on every request. */
export function countDownload(hub: Hub, repo: Repo, request: { path: string; callerKey: string }): void {
  if (countsAsDownload(hub, repo, request.path)) note(hub, repo, request.callerKey)
}

/** A clone counts once, like a counted file; together with files fetched alongside over the API it is one download. */
export function countClone(hub: Hub, repo: Repo, callerKey: string): void {
  note(hub, repo, callerKey)
}

function note(hub: Hub, repo: Repo, callerKey: string): void {
  const counter = counterOf(hub)
  const slot = Math.floor(hub.now().getTime() / windowMs)
  const key = cacheKey(repo.uid, String(slot), callerKey)
  if (counter.seen.has(key)) return
  counter.seen.set(key, true)
  counter.pending.set(repo.uid, (counter.pending.get(repo.uid) ?? 0) + 1)
}

/** Writes the counts; those of repos freed in the meantime are dropped. @returns the number of repos written */
export async function flushDownloads(hub: Hub): Promise<number> {
  const counter = counterOf(hub)
  const pending = [...counter.pending]
  counter.pending = new Map()
  const day = Math.floor(hub.now().getTime() / dayMs)
  let written = 0
  const errors: unknown[] = []
  for (let at = 0; at < pending.length; at += reposAtOnce) {
    const some = pending.slice(at, at + reposAtOnce)
    try {
      written += await hub.db.write((tx) => add(tx, hub.db.dialect, day, new Map(some)))
    } catch (error) {
      // Counted next time; the others need not wait for it.
      for (const [uid, n] of some) counter.pending.set(uid, (counter.pending.get(uid) ?? 0) + n)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return written
}

async function add(tx: Tx, dialect: Dialect, day: number, counts: ReadonlyMap<string, number>): Promise<number> {
  // Always in the same order: concurrent servers wait for each other instead of deadlocking. Locked, so that none is freed before its count is written; SQLite
  // has a single writer anyway.
  const rows = await tx
    .selectFrom('repo')
    .select(['id', 'uid'])
    .where('uid', 'in', [...counts.keys()])
    .orderBy('id')
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  for (const { id, uid } of rows) {
    const n = counts.get(uid) ?? 0
    await tx
      .insertInto('download_day')
      .values({ repo_id: id, day, n })
      .onConflict((conflict) => conflict.columns(['repo_id', 'day']).doUpdateSet({ n: sql`download_day.n + ${n}` }))
      .execute()
    await tx
      .updateTable('repo')
      .set({ downloads: sql`downloads + ${n}`, downloads_all: sql`downloads_all + ${n}`, trending: sql`trending + ${n}` })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

const rolledDay = 'downloads_rolled_day'

/**
 * Drops downloads older than 30 days from the window, and lets trending decay by a seventh for each day that has passed.
 * Can be called any number of times, from any number of servers: the first call of a day does the work. @returns whether this one did
 */
export async function rollDownloads(hub: Hub): Promise<boolean> {
  const today = Math.floor(hub.now().getTime() / dayMs)
  const first = today - 29
  return hub.db.write(async (tx) => {
    const claim = await tx
      .insertInto('setting')
      .values({ name: rolledDay, value: String(today) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    let days = 1
    if (claim.numInsertedOrUpdatedRows !== 1n) {
      const before = await tx.selectFrom('setting').select('value').where('name', '=', rolledDay).executeTakeFirstOrThrow()
      days = today - Number(before.value)
      if (days <= 0) return false
      const done = await tx
        .updateTable('setting')
        .set({ value: String(today) })
        .where('name', '=', rolledDay)
        .where('value', '=', before.value)
        .executeTakeFirst()
      if (done.numUpdatedRows !== 1n) return false
    }
    await sql`update repo set downloads = coalesce((select sum(n) from download_day d where d.repo_id = repo.id and d.day >= ${first}), 0) where downloads > 0`.execute(
      tx,
    )
    for (let i = 0; i < Math.min(days, 60); i++) await sql`update repo set trending = trending * 6 / 7 where trending > 0`.execute(tx)
    await tx
      .deleteFrom('download_day')
      .where('day', '<', first - 400)
      .execute()
    return true
  })
}

/** Downloads per day for the last 30 days, oldest first, ending today. */
export async function downloadHistory(hub: Hub, repo: Repo): Promise<number[]> {
  return (await downloadHistories(hub, [repo])).get(repo.id) ?? Array.from({ length: historyDays }, () => 0)
}

/** Like {@link downloadHistory}, for up to a page of repos, by id. Those without a download are left out. */
export async function downloadHistories(hub: Hub, repos: readonly Repo[]): Promise<ReadonlyMap<number, number[]>> {
  const today = Math.floor(hub.now().getTime() / dayMs)
  const histories = new Map<number, number[]>()
  if (repos.length === 0) return histories
  const rows = await hub.db.read
    .selectFrom('download_day')
    .select(['repo_id', 'day', 'n'])
    .where(
      'repo_id',
      'in',
      repos.map(({ id }) => id),
    )
    .where('day', '>', today - historyDays)
    .where('day', '<=', today)
    .execute()
  for (const { repo_id, day, n } of rows) {
    const history = histories.get(repo_id) ?? Array.from({ length: historyDays }, () => 0)
    history[day - (today - historyDays + 1)] = Number(n)
    histories.set(repo_id, history)
  }
  return histories
}
