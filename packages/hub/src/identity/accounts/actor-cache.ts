import { LRUCache } from 'lru-cache'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { UserActor } from '../../foundation/actor/index.ts'

/**
 * How long a revoked token or a changed membership may go unnoticed at the worst. This process notices at once, and others as soon as they
 * read the outbox (`live/`), within a second or less; this holds while they cannot.
 */
const ttl = 5_000

/** An actor, and when the credentials end. Milliseconds since 1970, or `null` for never. */
export interface KnownActor {
  readonly actor: UserActor
  readonly expiresAt: number | null
}

interface Actors {
  readonly cache: LRUCache<string, KnownActor>
  /** Counts how often everybody was forgotten. */
  generation: number
}

const actorsOf = hubState('actors', (): Actors => ({ cache: new LRUCache({ max: 10_000, ttl }), generation: 0 }))

/** An actor by the hash of the secret, if it was looked up lately: the check runs on every request. */
export function knownActor(hub: Hub, key: string): KnownActor | undefined {
  return actorsOf(hub).cache.get(key)
}

/** @returns what keeps an actor that is about to be read, unless all were forgotten meanwhile: then the reading may be the old one */
export function actorKeeper(hub: Hub, key: string): (actor: KnownActor) => void {
  const actors = actorsOf(hub)
  const { generation } = actors
  return (actor) => {
    if (actors.generation === generation) actors.cache.set(key, actor)
  }
}

/** Forgets one, by the hash of the secret. */
export function forgetActor(hub: Hub, key: string): void {
  actorsOf(hub).cache.delete(key)
}

/** Forgets everybody: after any change of tokens, sessions, memberships or accounts. Such changes are rare. */
export function forgetActors(hub: Hub): void {
  const actors = actorsOf(hub)
  actors.generation++
  actors.cache.clear()
}
