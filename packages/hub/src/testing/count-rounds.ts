import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * Runs work as if every slice of it used up its turn, and counts the rounds of the event loop that it takes: however fast the machine is, work that
 * gives way does so each time it asks. Compare with about half of what is expected: the first and the last round may not be counted, and background work of
 * the hub takes rounds, too.
 */
export async function countRounds(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  let rounds = 0
  let isRunning = true
  const count = (): void => {
    rounds++
    if (isRunning) void setImmediate().then(count)
  }
  void setImmediate().then(count)
  try {
    await work()
    return rounds
  } finally {
    isRunning = false
    // The turn that began at a time of this clock ends before the clock does.
    for (let round = 0; round < 2; round++) await setImmediate()
    clock.mockRestore()
  }
}
