import { describe, expect, test } from 'vitest'
import { formatMinute, formatSince } from './format.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const at = (seconds: number) => formatSince(new Date(now + seconds * 1_000).toISOString(), now)

describe('a time in words', () => {
  test.for([
    [0, 'just now'],
    [-59, 'just now'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-3_600, '1 hour ago'],
    [-86_400, 'yesterday'],
    [-29 * 86_400, '29 days ago'],
    [-30 * 86_400, 'Oct 25, 2026'],
    [90, 'in 1 minute'],
    [86_400, 'tomorrow'],
    [40 * 86_400, 'Jan 3, 2027'],
  ] as const)('%i seconds from now', ([seconds, text]) => expect(at(seconds)).toBe(text))

  test('the exact time is in UTC', () => expect(formatMinute('2026-11-24T09:05:59.000Z')).toBe('Nov 24, 2026, 09:05 UTC'))
})
