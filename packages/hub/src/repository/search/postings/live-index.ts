import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { visibility } from '../../../foundation/db/visibility.ts'
import type { Hub } from '../../../hub.ts'
import { hubState } from '../../../hub-state.ts'
import type { BuiltCatalog } from './built-catalog.ts'
import { CatalogIndex } from './catalog-index.ts'
import { type Change, changesSince } from './log-position.ts'
import { indexedColumns, toIndexedRepo } from './read-catalog.ts'

/** Above this many changes at once, rebuilding is faster. */
const maxChanges = 50_000
const rowsPerRead = 500
const retryMs = 10 * 60_000
/** `repo_change` keeps its rows for this long (`pruneRepoChanges`). An index that has not synced for half of it is rebuilt. */
export const changesKeptMs = 3_600_000

/** A hub's index: built in another thread, then synced with the change log on each use. */
class LiveIndex {
  /** Whether listings use it: once the hub has been large enough, or someone had it built. */
  isWanted = false
  #index: CatalogIndex | null = null
  #building: Promise<void> | null = null
  #notBefore = 0
  #syncedAt = 0
  #running: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | null = null
  readonly #hub: Hub

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Synced with everything committed before the call; `null` while there is none (it is then being built). */
  async current(): Promise<CatalogIndex | null> {
    if (this.#index === null) {
      if (performance.now() >= this.#notBefore) void this.build()
      return null
    }
    await this.#sync()
    return this.#index
  }

  /** Builds or rebuilds the index; the existing one stays in use meanwhile. Failures are logged and retried later. */
  build(): Promise<void> {
    this.#building ??= this.#build().finally(() => (this.#building = null))
    return this.#building
  }

  async #build(): Promise<void> {
    const started = performance.now()
    try {
      const built = await buildInThread(this.#hub)
      this.#index = new CatalogIndex(built)
      this.#syncedAt = performance.now()
      this.#hub.log.info('built the listing index', { repos: built.universe - 1, ms: Math.round(performance.now() - started) })
    } catch (error) {
      this.#notBefore = performance.now() + retryMs
      this.#hub.log.error('could not build the listing index; continuing without it', { error: String(error) })
    }
  }

  /** A sync that started before the caller's own commit may have missed it, so a caller joins the next one, never the running one. */
  #sync(): Promise<void> {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = null
      this.#running = this.#catchUp()
      return this.#running
    })
    return this.#waiting
  }

  async #catchUp(): Promise<void> {
    const index = this.#index
    if (index === null) return
    const idle = performance.now() - this.#syncedAt
    const { db } = this.#hub
    const { changes, position } = await changesSince(db.read, db.dialect, index.position, maxChanges + 1)
    if (changes.length > maxChanges || idle > changesKeptMs / 2) {
      this.#index = null
      void this.build()
      return
    }
    if (changes.length > 0) await this.#apply(index, changes)
    index.position = position
    this.#syncedAt = performance.now()
    if (index.needsRebuild) void this.build()
  }

  async #apply(index: CatalogIndex, changes: readonly Change[]): Promise<void> {
    const ids = [...new Set(changes.map(({ repoId }) => repoId))]
    for (let at = 0; at < ids.length; at += rowsPerRead) {
      const some = ids.slice(at, at + rowsPerRead)
      const rows = await this.#hub.db.read
        .selectFrom('repo')
        .select(indexedColumns)
        .where('id', 'in', some)
        .where('vis', '<', visibility.deleted)
        .execute()
      const found = new Set(rows.map(({ id }) => id))
      for (const id of some) if (!found.has(id)) index.remove(id)
      for (const row of rows) index.put(toIndexedRepo(row))
      if (at + rowsPerRead < ids.length) await yieldToOthers()
    }
    await this.#takeNamespaces(index, [...new Set(changes.flatMap(({ tagId }) => tagId ?? []))])
    for (const { repoId, tagId, gone } of changes) if (tagId !== null) index.changeTag(tagId, repoId, !gone)
  }

  async #takeNamespaces(index: CatalogIndex, tagIds: readonly number[]): Promise<void> {
    for (let at = 0; at < tagIds.length; at += rowsPerRead) {
      const rows = await this.#hub.db.read
        .selectFrom('tag')
        .select(['id', 'ns'])
        .where('id', 'in', tagIds.slice(at, at + rowsPerRead))
        .execute()
      for (const { id, ns } of rows) index.setNamespace(id, ns)
    }
  }
}

function buildInThread(hub: Hub): Promise<BuiltCatalog> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      name: 'portolan-listing-index',
      workerData: hub.db.location,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread exited without a result')))
  })
}

const liveIndexOf = hubState('listing-index', (hub) => new LiveIndex(hub))

/** The hub's index, synced with everything committed; `null` when the hub is small, or while the index is being built. */
export async function catalogIndex(hub: Hub): Promise<CatalogIndex | null> {
  const index = liveIndexOf(hub)
  if (index.isWanted) return index.current()
  const last = await hub.db.read
    .selectFrom('repo')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  if (Number(last?.id ?? 0) < hub.config.indexListingsFrom) return null
  index.isWanted = true
  return index.current()
}

/** Builds the index now, and resolves when it is in use: for tests and benchmarks. */
export async function buildListingIndex(hub: Hub): Promise<void> {
  const index = liveIndexOf(hub)
  index.isWanted = true
  await index.build()
}

/** Applies changes, so that the next listing does not have to; builds the index once the hub is large. Call it about every second. */
export async function refreshListings(hub: Hub): Promise<void> {
  await catalogIndex(hub)
}

/** Deletes log entries that no index needs any more. @returns the number of rows */
export async function pruneRepoChanges(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('repo_change')
      .where('at', '<', hub.now().getTime() - changesKeptMs)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
