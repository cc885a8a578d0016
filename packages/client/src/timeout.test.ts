import { expect, test, vi } from 'vitest'
import { timeout, TimeoutError } from './timeout.ts'

/** A promise that never settles, and records whether it was canceled. */
function endless(): Promise<never> & { cancel: () => void } {
  return Object.assign(new Promise<never>(() => {}), { cancel: vi.fn<() => void>() })
}

/** Timers that a test fires by hand; `delays` are the requested delays. */
function handTimers() {
  const delays: (number | undefined)[] = []
  const waiting = new Set<() => void>()
  return {
    delays,
    fire: () => waiting.forEach((callback) => callback()),
    timers: {
      setTimeout: ((callback: () => void, delay?: number) => {
        delays.push(delay)
        waiting.add(callback)
        return callback
      }) as unknown as typeof globalThis.setTimeout,
      clearTimeout: ((callback: () => void) => void waiting.delete(callback)) as unknown as typeof globalThis.clearTimeout,
    },
  }
}

test('rejects with TimeoutError, and cancels', async () => {
  const { timers, fire, delays } = handTimers()
  const promise = endless()
  const limited = timeout(promise, 50, { timers })
  fire()
  await expect(limited).rejects.toThrow(new TimeoutError('Promise timed out after 50 milliseconds'))
  await expect(limited).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(promise.cancel).toHaveBeenCalledOnce()
  expect(delays).toEqual([50])
})

test('with the real clock', async () => {
  await expect(timeout(endless(), 1)).rejects.toThrow('Promise timed out after 1 milliseconds')
  await expect(timeout(endless(), 0)).rejects.toThrow('Promise timed out after 0 milliseconds')
})

test('a promise in time is left alone', async () => {
  const { timers, fire } = handTimers()
  const inTime = timeout(Promise.resolve('in time'), 50, { timers })
  expect(await inTime).toBe('in time')
  fire()
  expect(await inTime).toBe('in time')
  await expect(timeout(Promise.reject(new Error('own')), 50, { timers })).rejects.toThrow('own')
})

test('Infinity sets no timer', async () => {
  const { timers, delays } = handTimers()
  expect(await timeout(Promise.resolve(1), Number.POSITIVE_INFINITY, { timers })).toBe(1)
  expect(delays).toEqual([])
})

test.for([-1, Number.NaN, Number.NEGATIVE_INFINITY, '5', null, undefined])('refuses %s milliseconds', async (milliseconds) => {
  await expect(timeout(Promise.resolve(), milliseconds as number)).rejects.toThrow(TypeError)
})

test('own message, own error, fallback', async () => {
  const { timers, fire } = handTimers()
  const own = new RangeError('own error')
  const outcomes = Promise.allSettled([
    timeout(endless(), 9, { timers, message: 'too slow' }),
    timeout(endless(), 9, { timers, message: own }),
    timeout(endless(), 9, { timers, fallback: async () => 'instead' }),
  ])
  fire()
  expect(await outcomes).toEqual([
    { status: 'rejected', reason: new TimeoutError('too slow') },
    { status: 'rejected', reason: own },
    { status: 'fulfilled', value: 'instead' },
  ])
})

test('a signal ends it, and cancels', async () => {
  const controller = new AbortController()
  const promise = endless()
  const limited = timeout(promise, Number.POSITIVE_INFINITY, { signal: controller.signal })
  controller.abort()
  await expect(limited).rejects.toMatchObject({ name: 'AbortError' })
  expect(promise.cancel).toHaveBeenCalledOnce()
})
