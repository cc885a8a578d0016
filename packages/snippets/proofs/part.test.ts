import { expect, test } from 'vitest'
import { inPart, parsePart, partOfDay } from './part.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test('the parts are the whole, and no item is in two', () => {
  const parts = ['1/3', '2/3', '3/3'].map((text) => inPart(parsePart(text), items))
  expect(parts).toEqual([
    ['a', 'd', 'g'],
    ['b', 'e'],
    ['c', 'f'],
  ])
  expect(inPart(null, items)).toEqual(items)
})

test('as many days in a row as there are parts go through everything', () => {
  const first = Date.parse('2026-12-30T23:59:59Z')
  const days = [0, 1, 2, 3].map((day) => partOfDay(new Date(first + day * 86_400_000), 4))
  expect(days.flatMap((part) => inPart(part, items)).toSorted()).toEqual(items)
})

test.for(['0/4', '5/4', '4', '', 'a/b', '1/2/3', '1.5/2'])('%s is no part', (text) => {
  expect(() => parsePart(text)).toThrow('is not a part')
})
