import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { drained } from './drained.ts'

/** A stream that accepts the pending write when `take` is called. */
function slow() {
  const waiting: (() => void)[] = []
  const out = new Writable({ highWaterMark: 1, write: (_piece, _encoding, done) => void waiting.push(done) })
  expect(out.write('more than it has room for')).toBe(false)
  return { out, take: () => waiting.shift()?.() }
}

const listeners = (out: Writable) => out.listenerCount('drain') + out.listenerCount('close')

test('goes on when the client has taken what was written, and leaves nothing behind', async () => {
  const { out, take } = slow()
  const waiting = drained(out)
  take()
  expect(await waiting).toBe(true)
  expect([out.destroyed, listeners(out)]).toEqual([false, 0])
})

test('says when the client has left, before or while it waits', async () => {
  const { out } = slow()
  const waiting = drained(out)
  out.destroy()
  expect(await waiting).toBe(false)
  expect(await drained(out)).toBe(false)
  expect(listeners(out)).toBe(0)
})

test('a client that takes nothing is let go', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { out } = slow()
    const waiting = drained(out, 5_000)
    vi.advanceTimersByTime(4_999)
    expect(out.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(out.destroyed).toBe(true)
    expect(await waiting).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
