import { LRUCache } from 'lru-cache'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { UserActor } from '../../foundation/actor/index.ts'

/**
 * The longest a revoked token or a changed membership may go unnoticed. This process notices immediately, and others as soon as they
 * read the outbox (`live/`), within about a second; this is the limit while they cannot.
 */
const ttl = 5_000

/** An actor, and when the credentials expire. Milliseconds since 1970, or `null` for never. */
export interface KnownActor {
  readonly actor: UserActor
  readonly expiresAt: number | null
  /** For a session: see `OpenSession`. */
  readonly mustSetUp?: boolean
}

interface Actors {
  readonly cache: LRUCache<string, KnownActor>
  /** Incremented whenever everything is cleared. */
  generation: number
}

const actorsOf = hubState('actors', (): Actors => ({ cache: new LRUCache({ max: 10_000, ttl }), generation: 0 }))

/** A recently looked up actor by the hash of the secret: the check runs on every request. */
export function knownActor(hub: Hub, key: string): KnownActor | undefined {
  return actorsOf(hub).cache.get(key)
}

/** @returns a function that caches an actor about to be read, unless the cache was cleared in the meantime: what was read may then be stale */
export function actorKeeper(hub: Hub, key: string): (actor: KnownActor) => void {
  const actors = actorsOf(hub)
  const { generation } = actors
  return (actor) => {
    if (actors.generation === generation) actors.cache.set(key, actor)
  }
}

/** Evicts one entry, by the hash of the secret. */
export function invalidateActor(hub: Hub, key: string): void {
  actorsOf(hub).cache.delete(key)
}

/** Clears everything: after any change to tokens, sessions, memberships or accounts. Such changes are rare. */
export function invalidateActors(hub: Hub): void {
  const actors = actorsOf(hub)
  actors.generation++
  actors.cache.clear()
}
