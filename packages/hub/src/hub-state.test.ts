import { expect, test } from 'vitest'
import { insideOf } from './hub.ts'
import { cacheKey, cacheReports, clearCaches, contentKey, hubCache } from './hub-cache.ts'
import { hubState } from './hub-state.ts'
import { openTestHub } from './testing/open-test-hub.ts'
import type { RepoUid } from './uid.ts'

test('each hub has its own, made once, and a transaction shares its hub’s', async () => {
  await using one = await openTestHub()
  await using other = await openTestHub()
  const seen: object[] = []
  const counts = hubState('counts', (hub) => {
    seen.push(hub.db.read)
    return { n: 0 }
  })
  await one.db.write(async (tx) => void counts(insideOf(one, tx)).n++)
  counts(one).n++
  expect([counts(one).n, counts(other).n]).toEqual([2, 0])
  // Created with the hub that was opened: one created inside a transaction would end with it.
  expect(seen).toEqual([one.db.read, other.db.read])
})

test('closing the hub disposes of what was made, the last first, and makes no more', async () => {
  const hub = await openTestHub()
  const gone: string[] = []
  const late = hubState('late', () => 1)
  const plain = hubState('plain', () => ({ [Symbol.dispose]: () => void gone.push('plain') }))
  const slow = hubState('slow', () => ({
    async [Symbol.asyncDispose]() {
      // The database is still open.
      await hub.db.read.selectFrom('setting').selectAll().execute()
      gone.push('slow')
    },
  }))
  const never = hubState('never', () => ({ [Symbol.dispose]: () => void gone.push('never') }))
  plain(hub)
  slow(hub)
  await hub.close()
  expect(gone).toEqual(['slow', 'plain'])
  expect(() => late(hub)).toThrow('The hub is closed and cannot create late')
  expect(() => never(hub)).toThrow('The hub is closed')
})

test('two states of one name are refused', async () => {
  await using hub = await openTestHub()
  hubState('twin', () => 1)(hub)
  expect(() => hubState('twin', () => 2)(hub)).toThrow('Two hub states are named twin')
})

test('caches take uids, are counted, and can be emptied', async () => {
  await using hub = await openTestHub()
  const names = hubCache<string>('names', { max: 2 })
  const [a, b] = ['a', 'b'].map((uid) => cacheKey(uid as RepoUid, 'x')) as [ReturnType<typeof cacheKey>, ReturnType<typeof cacheKey>]
  names(hub).set(a, 'first')
  expect([names(hub).get(a), names(hub).get(b)]).toEqual(['first', undefined])
  const report = () => cacheReports(hub).filter(({ name }) => name === 'names')
  expect(report()).toEqual([{ name: 'names', entries: 1, size: 0, hits: 1, misses: 1 }])
  clearCaches(hub)
  expect(report()).toEqual([{ name: 'names', entries: 0, size: 0, hits: 1, misses: 1 }])
})

test('no key can be made of a row id', () => {
  // @ts-expect-error a row id is a number
  const number = () => cacheKey(7, 'x')
  // @ts-expect-error a row id as text is not a uid
  const text = () => cacheKey(`${7}`, 'x')
  // @ts-expect-error nor is any other text a key
  const bare: ReturnType<typeof cacheKey> = '7:x'
  expect([number, text, bare]).toHaveLength(3)
})

test('a content key tells parts apart', () => {
  expect(contentKey('a', 'bc')).not.toBe(contentKey('ab', 'c'))
  expect(contentKey('a', 'b')).toBe(contentKey('a', Buffer.from('b')))
})
