import { expect, test } from 'vitest'
import { countRounds } from '../../testing/count-rounds.ts'
import { sortInTurns } from './sort-in-turns.ts'

test.for([0, 1, 1_999, 2_000, 2_001, 11_000])('a list of %i items is sorted as by toSorted: equal items stay in order', async (length) => {
  const items = Array.from({ length }, (_, n) => ({ key: (n * 7_919) % 1_000, n }))
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
  expect(await sortInTurns(items, compare)).toEqual(items.toSorted(compare))
})

test('sorting a long list gives way to others', async () => {
  const items = Array.from({ length: 20_000 }, (_, n) => (n * 7_919) % 20_000)
  expect(await countRounds(() => sortInTurns(items, (a, b) => a - b))).toBeGreaterThan(20)
})
