import { listRuns } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { startHousekeeping } from './housekeeping.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the collector runs by itself, no oftener than the setting says, and not at all with 0', async () => {
  for (const { everyMs, runs } of [
    { everyMs: 3_600_000, runs: [1, 1, 2] },
    { everyMs: 0, runs: [0, 0, 0] },
  ]) {
    await using hub = await openTestHub({ config: { collectorEveryMs: everyMs } })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = startHousekeeping(hub, { auditDays: 0 })
    for (const [turn, expected] of runs.entries()) {
      // Ten minutes on the timer; by the hub's clock an hour has gone by before the third turn.
      if (turn === 2) hub.tick(3_600_000)
      vi.advanceTimersByTime(600_000)
      await expect.poll(async () => (await listRuns(hub)).filter(({ state }) => state === 'done').length).toBe(expected)
      // A second run would have begun by now.
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await listRuns(hub)).toHaveLength(expected)
    }
    await stop()
    vi.useRealTimers()
  }
})
