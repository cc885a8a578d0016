import { describe, expect, test, vi } from 'vitest'
import { databases, openSecondHub, openTestHub } from '../../testing/open-test-hub.ts'
import { openRateLimiter, pruneRateLimits } from './rate-limiter.ts'

const limit = { name: 'test', max: 3, windowSeconds: 60 }

describe.for(databases)('a limit on %s', (database) => {
  test('counts by key and by name, and says what is left', async () => {
    await using hub = await openTestHub({ database })
    const limiter = openRateLimiter(hub.db, limit)
    const other = openRateLimiter(hub.db, { ...limit, name: 'other' })
    for (const left of [2, 1, 0]) expect(await limiter.count('ada')).toMatchObject({ isOver: false, left })
    for (let again = 0; again < 2; again++) expect(await limiter.count('ada')).toMatchObject({ isOver: true, left: 0 })
    expect(await limiter.count('eve')).toMatchObject({ isOver: false, left: 2 })
    expect(await other.count('ada')).toMatchObject({ isOver: false, left: 2 })
  })

  test('takes keys of any length', async () => {
    await using hub = await openTestHub({ database })
    expect(await openRateLimiter(hub.db, limit).count('x'.repeat(100_000))).toMatchObject({ left: 2 })
  })

  test('begins anew when the window has ended, or when it is forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await using hub = await openTestHub({ database })
      const limiter = openRateLimiter(hub.db, limit)
      for (let n = 0; n < 4; n++) await limiter.count('ada')
      vi.setSystemTime(Date.now() + 59_000)
      expect(await limiter.count('ada')).toMatchObject({ isOver: true, seconds: 1 })
      vi.setSystemTime(Date.now() + 1_000)
      expect(await limiter.count('ada')).toMatchObject({ isOver: false, left: 2, seconds: 60 })
      for (let n = 0; n < 4; n++) await limiter.count('ada')
      await limiter.forget('ada')
      expect(await limiter.count('ada')).toMatchObject({ isOver: false, left: 2 })
    } finally {
      vi.useRealTimers()
    }
  })
})

test('forgets in memory the key that was counted longest ago, when there are too many', async () => {
  await using hub = await openTestHub()
  const limiter = openRateLimiter(hub.db, { ...limit, maxKeys: 2 })
  for (const key of ['ada', 'eve', 'ada', 'mia']) await limiter.count(key)
  expect(await limiter.count('ada')).toMatchObject({ left: 0 })
  expect(await limiter.count('eve')).toMatchObject({ left: 2 })
})

describe.runIf(databases.includes('postgres'))('servers on one Postgres', () => {
  test('count by themselves while it does not answer', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    const broken = { ...hub.db, write: () => Promise.reject(new Error('Connection terminated')) }
    const limiter = openRateLimiter(broken, limit)
    for (const left of [2, 1, 0]) expect(await limiter.count('ada')).toMatchObject({ isOver: false, left })
    expect(await limiter.count('ada')).toMatchObject({ isOver: true })
  })

  test('count together, also at once', async () => {
    await using hub = await openTestHub({ database: 'postgres' })
    await using second = await openSecondHub(hub)
    await using third = await openSecondHub(hub)
    const limiters = [hub, second, third].map(({ db }) => openRateLimiter(db, { ...limit, max: 30 }))
    const all = await Promise.all(Array.from({ length: 32 }, () => limiters.map((limiter) => limiter.count('eve'))).flat())
    expect(all.length).toBe(96)
    expect(all.filter(({ isOver }) => !isOver).length).toBe(30)
  })

  test('counts that have ended are pruned, others are not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await using hub = await openTestHub({ database: 'postgres' })
      const rows = () => hub.db.read.selectFrom('rate_limit').select('key').execute()
      await openRateLimiter(hub.db, limit).count('ada')
      vi.setSystemTime(Date.now() + 61_000)
      const limiter = openRateLimiter(hub.db, { ...limit, max: 1 })
      await limiter.count('eve')
      await pruneRateLimits(hub.db)
      expect((await rows()).length).toBe(1)
      expect(await limiter.count('eve')).toMatchObject({ isOver: true })
    } finally {
      vi.useRealTimers()
    }
  })
})
