import { expect, test } from 'vitest'
import { collectGarbage } from '../../operations/garbage-collection/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { VirtualClock } from '../../testing/virtual-clock.ts'
import { BackgroundWork } from './background-work.ts'

test('disposing tells work to end and waits for it, but not for ever', async () => {
  const warned: unknown[] = []
  const clock = new VirtualClock()
  const log = { debug() {}, info() {}, error() {}, warn: (_message: string, fields?: Record<string, unknown>) => void warned.push(fields) }
  const background = new BackgroundWork({ log, clock, timeoutMs: 1_000 })
  const ended: string[] = []
  const obedient = background.run('obedient', async () => {
    await new Promise((resolve) => background.signal.addEventListener('abort', resolve))
    ended.push('obedient')
    return 7
  })
  void background.run('deaf', () => new Promise(() => {}))
  await expect(background.run('broken', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const disposed = background[Symbol.asyncDispose]()
  expect(await obedient).toBe(7)
  await clock.advance(1_000)
  await disposed
  expect([ended, warned]).toEqual([['obedient'], [{ work: 'deaf' }]])
})

test('recurring work ends with the hub, and is never called twice at once', async () => {
  const clock = new VirtualClock()
  const errors: unknown[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (_message: string, fields?: Record<string, unknown>) => void errors.push(fields) }
  const background = new BackgroundWork({ log, clock })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const calls: string[] = []
  const slow = Promise.withResolvers<void>()
  const stop = background.every('brief', 10, () => void calls.push('brief'))
  background.every('slow', 15, () => (calls.push('slow'), slow.promise))
  background.every('broken', 25, () => Promise.reject(new Error('no')))
  await clock.advance(32, settle)
  expect(calls).toEqual(['brief', 'slow', 'brief', 'brief'])
  expect(errors).toEqual([{ work: 'broken', error: 'Error: no' }])
  stop()
  const disposed = background[Symbol.asyncDispose]()
  let isDisposed = false
  void disposed.then(() => (isDisposed = true))
  await settle()
  expect(isDisposed).toBe(false)
  slow.resolve()
  await disposed
  background.every('late', 1, () => void calls.push('late'))
  await clock.advance(1_000, settle)
  expect(calls).toHaveLength(4)
})

test.for(databases)('a run of garbage collection that nobody waits for has its database to the end on %s', async (database) => {
  const hub = await openTestHub({ database })
  // Otherwise the error would say that the driver has been destroyed.
  const [run, closed] = await Promise.allSettled([collectGarbage(hub), hub.close()])
  expect([run, closed]).toMatchObject([{ status: 'rejected', reason: { message: 'The hub is closing.' } }, { status: 'fulfilled' }])
})
