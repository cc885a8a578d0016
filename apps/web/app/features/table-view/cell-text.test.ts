import { expect, test } from 'vitest'
import { isTime, isWide, shortNumber, shortTime } from './cell-text.ts'

test.for([
  [0.1 + 0.2, '0.3'],
  [1 / 3, '0.3333333'],
  [-73.98765432109, '-73.98765'],
  [1e-9 / 3, '3.333333e-10'],
  [123_456_789_012, '123456789012'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [Number.NaN, 'NaN'],
] as const)('the number %d is shown as %s', ([value, text]) => expect(shortNumber(value)).toBe(text))

test.for([
  ['2026-11-24T00:00:00.000Z', '2026-11-24'],
  ['2026-11-24T09:05:00.000Z', '2026-11-24 09:05:00'],
  ['2026-11-24T09:05:00.120500Z', '2026-11-24 09:05:00.1205'],
  ['2026-11-24T09:05:00', '2026-11-24 09:05:00'],
  ['2026-11-24', '2026-11-24'],
  ['next week', 'next week'],
] as const)('the time %s is shown as %s', ([value, text]) => expect(shortTime(value)).toBe(text))

test('types are times, wide, or neither', () => {
  expect(['timestamp[us]', 'date32', 'string', 'int64'].map(isTime)).toEqual([true, true, false, false])
  expect(['string', 'list<item: string>', 'struct<a: int8>', 'int64', 'float32', 'bool', 'timestamp[s]'].map(isWide)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
