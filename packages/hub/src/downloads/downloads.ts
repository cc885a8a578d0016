import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'

const dayMs = 24 * 3600 * 1000
/** Requests of one caller to one repo within this time are one download. */
const windowMs = 5 * 60 * 1000

/** Files whose request counts as a download of a model when nothing says which ones do (hub API, section 2.5). */
const queryFiles = new Set(['config.json', 'config.yaml', 'hyperparams.yaml', 'params.json', 'meta.yaml'])

interface Counter {
  readonly seen: LRUCache<string, true>
  pending: Map<number, number>
}

const counters = new WeakMap<Hub['db'], Counter>()

function counterOf(hub: Hub): Counter {
  const known = counters.get(hub.db)
  if (known) return known
  const counter: Counter = { seen: new LRUCache({ max: 100_000 }), pending: new Map() }
  counters.set(hub.db, counter)
  return counter
}

/** True when a request for this file is a download of the repo. The rules of libraries come from the registry, which the server passes in. */
export function countsAsDownload(hub: Pick<Hub, 'config'>, repo: Pick<Repo, 'type' | 'library'>, path: string): boolean {
  if (repo.type !== 'model') return true
  if (path.toLowerCase().endsWith('.gguf')) return true
  return hub.config.countsAsDownload?.(repo.library, path) ?? queryFiles.has(path)
}

/** Notes a download, in memory. Written by {@link flushDownloads}; lost when the process ends at once, which is a fair price for no write per request. */
export function countDownload(hub: Hub, repo: Repo, request: { path: string; callerKey: string }): void {
  if (countsAsDownload(hub, repo, request.path)) note(hub, repo, request.callerKey)
}

/** A clone counts once like a file that counts; with what is fetched beside it over the API it is one download. */
export function countClone(hub: Hub, repo: Repo, callerKey: string): void {
  note(hub, repo, callerKey)
}

function note(hub: Hub, repo: Repo, callerKey: string): void {
  const counter = counterOf(hub)
  const slot = Math.floor(hub.now().getTime() / windowMs)
  const key = `${repo.id}:${slot}:${callerKey}`
  if (counter.seen.has(key)) return
  counter.seen.set(key, true)
  counter.pending.set(repo.id, (counter.pending.get(repo.id) ?? 0) + 1)
}

/** Writes what was noted. @returns the number of repos written */
export async function flushDownloads(hub: Hub): Promise<number> {
  const counter = counterOf(hub)
  if (counter.pending.size === 0) return 0
  const pending = counter.pending
  counter.pending = new Map()
  const day = Math.floor(hub.now().getTime() / dayMs)
  try {
    await hub.db.write(async (tx) => {
      for (const [repoId, n] of [...pending].sort(([a], [b]) => a - b)) {
        await tx
          .insertInto('download_day')
          .values({ repo_id: repoId, day, n })
          .onConflict((conflict) => conflict.columns(['repo_id', 'day']).doUpdateSet({ n: sql`download_day.n + ${n}` }))
          .execute()
        await tx
          .updateTable('repo')
          .set({ downloads: sql`downloads + ${n}`, downloads_all: sql`downloads_all + ${n}`, trending: sql`trending + ${n}` })
          .where('id', '=', repoId)
          .execute()
      }
    })
  } catch (error) {
    for (const [repoId, n] of pending) counter.pending.set(repoId, (counter.pending.get(repoId) ?? 0) + n)
    throw error
  }
  return pending.size
}

const rolledDay = 'downloads_rolled_day'

/**
 * Lets downloads older than 30 days fall out of the window, and trending fade by a seventh for each day that has passed.
 * Call it as often as you like, from as many servers: the first call of a day does the work. @returns whether this one did
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

/** Downloads per day of the last 30 days, oldest first, today last. */
export async function downloadHistory(hub: Hub, repo: Repo): Promise<number[]> {
  const today = Math.floor(hub.now().getTime() / dayMs)
  const rows = await hub.db.read
    .selectFrom('download_day')
    .select(['day', 'n'])
    .where('repo_id', '=', repo.id)
    .where('day', '>', today - 30)
    .execute()
  const byDay = new Map(rows.map(({ day, n }) => [day, Number(n)]))
  return Array.from({ length: 30 }, (_, i) => byDay.get(today - 29 + i) ?? 0)
}
