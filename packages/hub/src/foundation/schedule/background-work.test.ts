import { expect, test } from 'vitest'
import { collectGarbage } from '../../operations/garbage-collection/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { VirtualClock } from '../../testing/virtual-clock.ts'
import { BackgroundWork } from './background-work.ts'

test('disposing tells work to end and waits for it, but not for ever', async () => {
  const warned: unknown[] = []
  const clock = new VirtualClock()
  const log = { info() {}, error() {}, warn: (_message: string, fields?: Record<string, unknown>) => void warned.push(fields) }
  const background = new BackgroundWork({ log, clock, patienceMs: 1_000 })
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

test.for(databases)('a run of garbage collection that nobody waits for has its database to the end on %s', async (database) => {
  const hub = await openTestHub({ database })
  // Else it would be told that the driver has been destroyed.
  const [run, closed] = await Promise.allSettled([collectGarbage(hub), hub.close()])
  expect([run, closed]).toMatchObject([{ status: 'rejected', reason: { message: 'The hub is closing.' } }, { status: 'fulfilled' }])
})
