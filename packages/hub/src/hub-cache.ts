import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type HasStates, type HubState, plainState } from './hub-state.ts'
import type { Uid } from './uid.ts'

declare const isCacheKey: unique symbol

/** Created by {@link cacheKey} or {@link contentKey}, which accept no row id. */
export type CacheKey = string & { readonly [isCacheKey]: true }

/**
 * Creates a key for data cached about one repo, account or the like.
 * @param of its uid: row ids are rejected, because one may refer to a different row tomorrow
 * @param within identifies the data, such as an object id and a path
 */
export function cacheKey(of: Uid, ...within: readonly string[]): CacheKey {
  // No git name contains this character.
  return [of, ...within].join('\0') as CacheKey
}

/**
 * Creates a key for what is derived from content alone, whoever has it. The caller must have checked access to the content first: a key is no proof.
 * @param content the content itself, or hashes of it, plus everything else the result depends on
 */
export function contentKey(...content: readonly (string | Uint8Array)[]): CacheKey {
  const hash = createHash('sha256')
  for (const part of content) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64url') as CacheKey
}

/** A bounded cache that counts its hits. */
export class HubCache<V extends {}> extends LRUCache<CacheKey, V> {
  hits = 0
  misses = 0

  override get(key: CacheKey): V | undefined {
    const value = super.get(key)
    if (value === undefined) this.misses++
    else this.hits++
    return value
  }
}

/** Statistics of a cache. */
export interface CacheReport {
  readonly name: string
  readonly entries: number
  /** In the cache's own unit, such as bytes; 0 when it only counts entries. */
  readonly size: number
  readonly hits: number
  readonly misses: number
}

/**
 * Declares a cache that belongs to a hub: `const shapes = hubCache<TreeShape>('tree-shapes', { max: 200_000 })`, and then
 * `shapes(hub).get(cacheKey(repo.uid, oid))`.
 */
export function hubCache<V extends {}>(name: string, options: LRUCache.Options<CacheKey, V, unknown>): HubState<HubCache<V>> {
  return plainState(name, () => new HubCache<V>(options))
}

/** The caches a hub has used so far, by name. */
export function cacheReports({ states }: HasStates): CacheReport[] {
  return cachesOf(states).map(([name, { size, calculatedSize, hits, misses }]) => ({
    name,
    entries: size,
    size: calculatedSize,
    hits,
    misses,
  }))
}

/** Empties every cache: results stay the same, but take longer. */
export function clearCaches({ states }: HasStates): void {
  for (const [, cache] of cachesOf(states)) cache.clear()
}

function cachesOf(states: HasStates['states']): [string, HubCache<{}>][] {
  return [...states.all()].flatMap(([name, value]): [string, HubCache<{}>][] => (value instanceof HubCache ? [[name, value]] : []))
}
