import { listRuns } from '@portolan/hub'
import { expect, test } from 'vitest'
import { startTestServer } from './testing/start-test-server.ts'

test('garbage collection runs by itself, no oftener than the setting says, and not at all with 0', async () => {
  for (const { hours, runs } of [
    { hours: '1', runs: [1, 1, 2] },
    { hours: '0', runs: [0, 0, 0] },
  ]) {
    await using server = await startTestServer({ settings: { PORTOLAN_GC_HOURS: hours } })
    const seen: number[] = []
    // The job runs every ten minutes, plus or minus one; an hour passes before the third run.
    for (const minutes of [11, 11, 60]) {
      server.hub.tick(minutes * 60_000)
      await server.advance(0)
      seen.push((await listRuns(server.hub)).filter(({ state }) => state === 'done').length)
    }
    expect(seen).toEqual(runs)
  }
})
