import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import type { UserActor } from './actor.ts'

/** How long a revoked token or a changed membership may go unnoticed by another server process. This one notices at once. */
const ttl = 5_000

const caches = new WeakMap<Hub['db'], LRUCache<string, UserActor>>()

/** Actors by the hash of their secret: the check runs on every request. */
export function actorCache(hub: Hub): LRUCache<string, UserActor> {
  const known = caches.get(hub.db)
  if (known) return known
  const cache = new LRUCache<string, UserActor>({ max: 10_000, ttl })
  caches.set(hub.db, cache)
  return cache
}

/** Forgets everybody: after any change of tokens, sessions, memberships or accounts. Such changes are rare. */
export function forgetActors(hub: Hub): void {
  actorCache(hub).clear()
}
