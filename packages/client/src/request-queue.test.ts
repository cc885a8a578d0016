import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { InsufficientQuotaError } from './insufficient-quota-error.ts'
import { RequestQueue, type FailedAttempt } from './request-queue.ts'
import { fakeClock } from './testing/fake-clock.ts'

/** Calls a function that always throws this error. Returns how often it was called and the final error. */
async function failWith(thrown: unknown, options: ConstructorParameters<typeof RequestQueue>[0] = {}) {
  const clock = fakeClock()
  const queue = new RequestQueue({ clock, random: () => 0, ...options })
  let calls = 0
  const error: unknown = await queue
    .call(() => {
      calls++
      throw thrown
    })
    .catch((caught: unknown) => caught)
  return { calls, error, waits: clock.waits }
}

const httpError = (status: number, fields: object = {}): Error => Object.assign(new Error(`HTTP ${status}`), { status, ...fields })

describe('what is called again', () => {
  test.for([408, 410, 422, 429, 500, 502, 503, 504, 529])('status %d, six times', async (status) => {
    expect((await failWith(httpError(status))).calls).toBe(7)
  })

  test.for([400, 401, 402, 403, 404, 405, 406, 407, 409])('not status %d, on the error or on its response', async (status) => {
    expect((await failWith(httpError(status))).calls).toBe(1)
    expect((await failWith(Object.assign(new Error('refused'), { response: { status } }))).calls).toBe(1)
  })

  test('the response counts before the error', async () => {
    expect((await failWith(httpError(404, { response: { status: 503 } }))).calls).toBe(7)
  })

  test.for([
    ['a canceled call', new Error('Canceled by the user')],
    ['an abort by its message', new Error('AbortError: stopped')],
    ['an abort by its name', new DOMException('stopped', 'AbortError')],
    ['a dropped connection of this side', Object.assign(new Error('aborted'), { code: 'ECONNABORTED' })],
    ['a TypeError of the program', new TypeError('x is not a function')],
    ['a TypeError of the program from another realm', runInNewContext('new TypeError("x is not a function")')],
  ])('not %s', async ([, thrown]) => {
    expect((await failWith(thrown)).calls).toBe(1)
  })

  test.for([
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'The Internet connection appears to be offline.',
    'Network request failed',
    'fetch failed',
    'terminated',
  ])('a broken network: "%s"', async (message) => {
    expect((await failWith(new TypeError(message))).calls).toBe(7)
    expect((await failWith(runInNewContext('new TypeError(message)', { message }))).calls).toBe(7)
  })

  test('what succeeds at last', async () => {
    const queue = new RequestQueue({ clock: fakeClock() })
    const result = await queue.call(({ attemptNumber }) => {
      if (attemptNumber < 7) throw httpError(503)
      return attemptNumber
    })
    expect(result).toBe(7)
  })

  test('no more often than maxRetries', async () => {
    expect((await failWith(httpError(500), { maxRetries: 0 })).calls).toBe(1)
    expect((await failWith(httpError(500), { maxRetries: 2 })).calls).toBe(3)
  })
})

describe('rules of the caller', () => {
  test('mayRetry takes the place of the usual rules', async () => {
    const mayRetry = (error: Error) => error.message === 'HTTP 404'
    expect((await failWith(httpError(404), { mayRetry })).calls).toBe(7)
    expect((await failWith(httpError(503), { mayRetry })).calls).toBe(1)
  })

  test('the first pause, doubled', async () => {
    expect((await failWith(httpError(500), { maxRetries: 3, minTimeoutMs: 10 })).waits).toEqual([10, 20, 40])
    expect((await failWith(httpError(500), { maxRetries: 2, minTimeoutMs: 0, random: () => 0.5 })).waits).toEqual([0, 0])
  })

  test('a call that must not be made twice is not, in whatever queue', async () => {
    const queue = new RequestQueue({ clock: fakeClock(), maxRetries: 6 })
    let calls = 0
    const once = queue.call(
      () => {
        calls++
        throw httpError(503)
      },
      { maxRetries: 0 },
    )
    await expect(once).rejects.toMatchObject({ status: 503 })
    expect(calls).toBe(1)
  })
})

describe('time limit of an attempt', () => {
  test('aborts the signal and counts as a failure that may pass', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const queue = new RequestQueue({ clock: fakeClock(), maxRetries: 1 })
    const call = queue.call(
      ({ signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      { timeoutMs: 1 },
    )
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signals.map((signal) => signal?.reason as unknown)).toMatchObject([{ name: 'TimeoutError' }, { name: 'TimeoutError' }])
  })

  test('ends with what the function returns: a stream goes on, until the caller aborts', async () => {
    const controller = new AbortController()
    const given = await new RequestQueue().call(({ signal }) => signal, { timeoutMs: 60_000, signal: controller.signal })
    expect(given?.aborted).toBe(false)
    controller.abort(new Error('left'))
    expect(given?.reason).toEqual(new Error('left'))
  })

  test('leaves what was thrown in time alone', async () => {
    const thrown = httpError(404)
    const call = new RequestQueue().call(() => Promise.reject(thrown), { timeoutMs: 60_000 })
    await expect(call).rejects.toBe(thrown)
  })
})

describe('what comes out', () => {
  test('the last error, itself', async () => {
    const thrown = httpError(500)
    expect((await failWith(thrown)).error).toBe(thrown)
  })

  test.for([
    ['on the error', { code: 'insufficient_quota' }],
    ['in its body', { error: { code: 'insufficient_quota' } }],
    ['in the body of a fetch', { body: { error: { code: 'insufficient_quota' } } }],
  ] as const)('InsufficientQuotaError with message and cause, at once: the code %s', async ([, fields]) => {
    const thrown = httpError(429, fields)
    const { calls, error } = await failWith(thrown)
    expect(calls).toBe(1)
    expect(error).toBeInstanceOf(InsufficientQuotaError)
    expect(error).toMatchObject({ name: 'InsufficientQuotaError', message: 'HTTP 429', cause: thrown })
  })

  test('values that are no Error come as one, with their fields', async () => {
    const thrown = { message: 'gone', status: 404, detail: { id: 7 } }
    const { calls, error } = await failWith(thrown)
    expect(calls).toBe(1)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ message: 'gone', status: 404, detail: { id: 7 }, cause: thrown })
  })

  test.for([
    ['text', 'text'],
    [undefined, 'undefined'],
    [{ reason: 1 }, '{"reason":1}'],
    [Symbol('s'), 'Symbol(s)'],
    [Object.create(null), '{}'],
  ] as const)('%s becomes an Error that may pass', async ([thrown, message]) => {
    const { calls, error } = await failWith(thrown)
    expect(calls).toBe(7)
    expect(error).toMatchObject({ message })
  })

  test('onFailedAttempt hears of every failure, and what it throws ends the call', async () => {
    const heard: FailedAttempt[] = []
    await failWith(httpError(500), { maxRetries: 2, onFailedAttempt: (attempt) => void heard.push(attempt) })
    expect(heard.map(({ attemptNumber, retriesLeft }) => [attemptNumber, retriesLeft])).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ])
    const final: FailedAttempt[] = []
    await failWith(httpError(404), { onFailedAttempt: (attempt) => void final.push(attempt) })
    expect(final).toMatchObject([{ attemptNumber: 1, retriesLeft: 0, error: { status: 404 } }])
    const stopped = await failWith(httpError(500), {
      onFailedAttempt: () => {
        throw new Error('enough')
      },
    })
    expect(stopped).toMatchObject({ calls: 1, error: { message: 'enough' } })
  })
})

describe('pauses', () => {
  test('double, stretched by chance to less than twice', async () => {
    expect((await failWith(httpError(500))).waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000])
    expect((await failWith(httpError(500), { random: () => 0.5 })).waits).toEqual([1500, 3000, 6000, 12_000, 24_000, 48_000])
  })

  test('are no longer than the maximum', async () => {
    expect((await failWith(httpError(500), { maxTimeoutMs: 3000 })).waits).toEqual([1000, 2000, 3000, 3000, 3000, 3000])
  })

  test.for([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['any case of letters', { 'Retry-After': '7' }, 7000],
    ['headers of fetch', new Headers({ 'Retry-After': '0' }), 0],
    ['a fraction of a second', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Fri, 01 Jan 2027 00:00:09 GMT' }, 9000],
    ['a date in the past', { 'retry-after': 'Thu, 31 Dec 2026 23:00:00 GMT' }, 0],
    ['nonsense is not heard', { 'retry-after': 'soon' }, 1000],
    ['negative seconds are not heard', { 'retry-after': '-5' }, 1000],
  ] as const)('are as long as Retry-After says: %s', async ([, headers, expected]) => {
    expect((await failWith(httpError(429, { headers }), { maxRetries: 1 })).waits).toEqual([expected])
    expect((await failWith(httpError(503, { response: { status: 503, headers } }), { maxRetries: 1 })).waits).toEqual([expected])
  })

  test('a server that asks for more patience than there is ends the call', async () => {
    const { calls, error, waits } = await failWith(httpError(429, { headers: { 'retry-after': '61' } }), { maxTimeoutMs: 60_000 })
    expect({ calls, waits }).toEqual({ calls: 1, waits: [] })
    expect(error).toMatchObject({ status: 429 })
  })
})

describe('abort', () => {
  test('is passed down to the function', async () => {
    const { signal } = new AbortController()
    const queue = new RequestQueue()
    expect(await queue.call((context) => context.signal, { signal })).toBe(signal)
  })

  test('before the call: the function is never called', async () => {
    let called = false
    const call = new RequestQueue().call(() => void (called = true), { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(called).toBe(false)
  })

  test('while the function runs: rejects with the reason, though the function does not listen', async () => {
    const controller = new AbortController()
    const started = Promise.withResolvers<void>()
    const call = new RequestQueue().call(
      () => {
        started.resolve()
        return new Promise(() => {})
      },
      { signal: controller.signal },
    )
    await started.promise
    controller.abort(new Error('no longer needed'))
    await expect(call).rejects.toThrow('no longer needed')
  })

  test('while waiting for the next attempt: ends the pause of the real clock', async () => {
    const controller = new AbortController()
    let calls = 0
    const call = new RequestQueue({
      // An hour: the test ends because of the abort or not at all.
      random: () => 3600,
      onFailedAttempt: () => setImmediate(() => controller.abort()) && undefined,
    }).call(
      () => {
        calls++
        throw httpError(503)
      },
      { signal: controller.signal },
    )
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).toBe(1)
  })

  test('while waiting for a slot', async () => {
    const queue = new RequestQueue({ maxConcurrency: 1 })
    const first = Promise.withResolvers<string>()
    const running = queue.call(() => first.promise)
    const controller = new AbortController()
    let called = false
    const waiting = queue.call(() => void (called = true), { signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    first.resolve('done')
    expect(await running).toBe('done')
    expect(called).toBe(false)
  })
})

describe('concurrency', () => {
  /** Starts ten calls that end only on command, and counts how many are running. */
  function tenCalls(queue: RequestQueue) {
    const ends: (() => void)[] = []
    const calls = Array.from({ length: 10 }, () => queue.call(() => new Promise<void>((resolve) => ends.push(resolve))))
    return { ends, all: Promise.all(calls) }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  test('is unlimited by default', async () => {
    const { ends, all } = tenCalls(new RequestQueue())
    await settled()
    expect(ends).toHaveLength(10)
    for (const end of ends) end()
    await all
  })

  test('is no more than asked for', async () => {
    const { ends, all } = tenCalls(new RequestQueue({ maxConcurrency: 3 }))
    await settled()
    expect(ends).toHaveLength(3)
    for (let ended = 0; ended < 10; ended++) {
      ends[ended]?.()
      await settled()
      expect(ends).toHaveLength(Math.min(10, 3 + ended + 1))
    }
    await all
  })

  test('less than one call at once is refused', () => {
    expect(() => new RequestQueue({ maxConcurrency: 0 })).toThrow(TypeError)
  })
})
