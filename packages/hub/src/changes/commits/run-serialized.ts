import type { CacheKey } from '../../hub-cache.ts'
import { type HasStates, hubState } from '../../hub-state.ts'

/** The last job in each queue. */
const lines = hubState('commits-in-turn', () => new Map<CacheKey, Promise<void>>())

/**
 * Runs jobs with the same key one at a time, in the order of the calls; jobs with other keys do not wait.
 * This keeps writers in this process from building on a head that is about to move. Writers in other processes are handled by compare-and-swap.
 */
export async function runSerialized<T>(hub: HasStates, key: CacheKey, work: () => Promise<T>): Promise<T> {
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
