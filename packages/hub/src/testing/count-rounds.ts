import { vi } from 'vitest'

/**
 * Runs work as if every slice of it used up its turn, and counts the rounds of the event loop that it takes: however fast the machine is, work that
 * gives way does so each time it asks.
 */
export async function countRounds(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  let rounds = 0
  let isRunning = true
  const count = (): void => {
    rounds++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  try {
    await work()
  } finally {
    isRunning = false
    clock.mockRestore()
  }
  return rounds
}
