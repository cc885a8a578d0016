import { describe, expect, test, vi } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../actor/index.ts'
import { type StoredEvent, startEventReader } from '../events/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { pruneProgress, runningProgress } from './list-progress.ts'
import { startProgress, withProgress } from './start-progress.ts'

async function world(hub: TestHub) {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  return { ada, repo: await createRepo(hub, ada, { type: 'model', name: 'tides' }) }
}

describe.for(databases)('progress on %s', (database) => {
  test('begins, goes on and ends on the channel, written at most once a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await using hub = await openTestHub({ database })
      const { repo } = await world(hub)
      const seen: StoredEvent[] = []
      await using reader = await startEventReader(hub, async ({ events }) => void seen.push(...events))
      const progress = await startProgress(hub, {
        kind: 'engine.load',
        title: 'Loading',
        total: 100,
        unit: 'bytes',
        of: { repoId: repo.id },
      })
      for (let done = 1; done <= 60; done++) progress.report(done)
      await vi.advanceTimersByTimeAsync(1_000)
      await vi.waitFor(async () => expect((await runningProgress(hub, { repoId: repo.id }))[0]?.done).toBe(60), { timeout: 30_000 })
      await progress.finish()
      progress.report(7)
      await progress.fail('too late')
      await reader.catchUp()
      expect(seen.map(({ repoId, payload }) => [repoId === repo.id, payload['progress']])).toEqual(
        [
          { state: 'running', done: 0 },
          { state: 'running', done: 60 },
          { state: 'done', done: 100 },
        ].map((part) => [
          true,
          { id: progress.id, kind: 'engine.load', title: 'Loading', total: 100, unit: 'bytes', message: null, ...part },
        ]),
      )
      expect(await runningProgress(hub, { repoId: repo.id })).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  test('work that throws has failed, in words without its error, and throws on', async () => {
    await using hub = await openTestHub({ database })
    const { ada } = await world(hub)
    const start = { kind: 'export', title: 'Exporting', of: { userId: ada.userId } }
    await expect(withProgress(hub, start, () => Promise.reject(new Error('/secret/path')))).rejects.toThrow('/secret/path')
    expect(await withProgress(hub, start, async (report) => (report(3), 'result'))).toBe('result')
    const rows = await hub.db.read
      .selectFrom('progress')
      .select(['state', 'message', 'done'])
      .orderBy('started')
      .orderBy('state', 'desc')
      .execute()
    expect(rows).toEqual([
      { state: 'failed', message: 'Something went wrong. The log of the hub has details.', done: 0 },
      { state: 'done', message: null, done: 3 },
    ])
  })

  test('work whose process died is gone after half a minute, and its row later', async () => {
    await using hub = await openTestHub({ database })
    const { ada } = await world(hub)
    await startProgress(hub, { kind: 'export', title: 'Exporting', of: { userId: ada.userId } })
    expect(await runningProgress(hub, { userId: ada.userId })).toHaveLength(1)
    hub.tick(31_000)
    expect(await runningProgress(hub, { userId: ada.userId })).toEqual([])
    expect(await pruneProgress(hub)).toBe(0)
    hub.tick(3600_000)
    expect(await pruneProgress(hub)).toBe(1)
  })
})
