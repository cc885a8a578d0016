import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type HasStates, type HubState, plainState } from './hub-state.ts'
import type { Uid } from './uid.ts'

declare const isCacheKey: unique symbol

/** Made by {@link cacheKey} or {@link contentKey}, which take no row id. */
export type CacheKey = string & { readonly [isCacheKey]: true }

/**
 * The key of what is remembered about one repo, account or the like.
 * @param of its uid: a row id is refused, for it may be another row's tomorrow
 * @param within what it is, such as an object id and a path
 */
export function cacheKey(of: Uid, ...within: readonly string[]): CacheKey {
  // No name of git's has this character in it.
  return [of, ...within].join('\0') as CacheKey
}

/**
 * The key of what follows from a content alone, whoever has it. The caller must have shown the right to the content first: a key is no proof.
 * @param content the content itself, or hashes of it, with all that the answer depends on
 */
export function contentKey(...content: readonly (string | Uint8Array)[]): CacheKey {
  const hash = createHash('sha256')
  for (const part of content) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64url') as CacheKey
}

/** A bounded memory that counts how often it helped. */
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

/** How a cache does. */
export interface CacheReport {
  readonly name: string
  readonly entries: number
  /** In the cache's own unit, such as bytes; 0 when it counts entries only. */
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

/** The caches that a hub has used so far, by name. */
export function cacheReports({ states }: HasStates): CacheReport[] {
  return cachesOf(states).map(([name, { size, calculatedSize, hits, misses }]) => ({
    name,
    entries: size,
    size: calculatedSize,
    hits,
    misses,
  }))
}

/** Empties every cache: answers stay the same, and take longer. */
export function clearCaches({ states }: HasStates): void {
  for (const [, cache] of cachesOf(states)) cache.clear()
}

function cachesOf(states: HasStates['states']): [string, HubCache<{}>][] {
  return [...states.all()].flatMap(([name, value]): [string, HubCache<{}>][] => (value instanceof HubCache ? [[name, value]] : []))
}
