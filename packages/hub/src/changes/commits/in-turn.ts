import type { CacheKey } from '../../hub-cache.ts'
import { type HasStates, hubState } from '../../hub-state.ts'

/** The last piece of work in each line. */
const lines = hubState('commits-in-turn', () => new Map<CacheKey, Promise<void>>())

/**
 * Runs work one after another where the key is the same, in the order of the calls; other keys do not wait.
 * It spares the writers of this process from building on a head that is about to move. Writers elsewhere are met by compare-and-swap.
 */
export async function inTurn<T>(hub: HasStates, key: CacheKey, work: () => Promise<T>): Promise<T> {
  const line = lines(hub)
  const running = (line.get(key) ?? Promise.resolve()).then(work)
  const settled = running.then(
    () => {},
    () => {},
  )
  line.set(key, settled)
  try {
    return await running
  } finally {
    if (line.get(key) === settled) line.delete(key)
  }
}
