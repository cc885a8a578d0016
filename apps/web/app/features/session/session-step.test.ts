import { expect, test } from 'vitest'
import { localExpiry, sessionStep, sessionTimes } from './session-step.ts'

const state = (expiresAt: number, failedAt: number | null = null) => ({ expiresAt, failedAt })

test.for([
  ['long before the end', 200_000, 'nothing'],
  ['91 seconds before', 91_000, 'nothing'],
  ['90 seconds before', 90_000, 'refresh'],
  ['one second before', 1_000, 'refresh'],
  ['at the end', 0, 'ask'],
  ['long after', -3_600_000, 'ask'],
] as const)('%s: %j', ([, left, expected]) => {
  expect(sessionStep(state(1_000_000 + left), 1_000_000)).toBe(expected)
})

test('after a failure it waits a minute', () => {
  expect(sessionStep(state(80_000, 0), 59_999)).toBe('nothing')
  expect(sessionStep(state(80_000, 0), 60_000)).toBe('refresh')
  expect(sessionStep(state(50_000, 0), 60_000)).toBe('ask')
})

test('checked every 30 seconds, a session is renewed at least twice before it could end', () => {
  let [expiresAt, now, refreshed] = [600_000, 0, 0]
  for (; now < 10 * 600_000; now += sessionTimes.checkEveryMs) {
    const step = sessionStep(state(expiresAt), now)
    expect(step).not.toBe('ask')
    if (step === 'refresh') {
      expiresAt = now + 600_000
      refreshed++
    }
  }
  expect(refreshed).toBe(11)
})

test('the clock of this machine may be wrong by years', () => {
  const session = { expiresAt: '2026-01-02T00:10:00.000Z', now: '2026-01-02T00:00:00.000Z' }
  expect(localExpiry(session, 5_000)).toBe(605_000)
})
