import { expect, test } from 'vitest'
import type { Logger } from '../../logger.ts'
import { type Job, Scheduler, type SchedulerOptions } from './scheduler.ts'
import { VirtualClock } from '../../testing/virtual-clock.ts'

const minute = 60_000

/** A scheduler with its own clock, and its log. */
function scene(more: Partial<SchedulerOptions> = {}) {
  const clock = new VirtualClock()
  const logged: [string, Record<string, unknown> | undefined][] = []
  const note = (message: string, fields?: Record<string, unknown>) => void logged.push([message, fields])
  const log: Logger = { debug: note, info: note, warn: note, error: note }
  const scheduler = new Scheduler({ log, clock, random: () => 0.5, ...more })
  return { clock, scheduler, logged, advance: (ms: number) => clock.advance(ms, () => scheduler.idle()) }
}

/** A job that records when it starts. */
function noting(clock: VirtualClock, more: Partial<Job> = {}) {
  const starts: number[] = []
  return { starts, job: { name: 'note', everyMs: minute, run: () => void starts.push(clock.now()), ...more } }
}

test('a job runs by its period, first after one, and not before the start', async () => {
  const { clock, scheduler, advance } = scene()
  await using stopping = scheduler
  const { starts, job } = noting(clock)
  const early = noting(clock, { name: 'at once', atStart: true })
  stopping.add(job, early.job)
  await advance(minute)
  expect([starts, early.starts]).toEqual([[], []])
  stopping.start()
  await scheduler.idle()
  expect([starts, early.starts]).toEqual([[], [minute]])
  await advance(2 * minute + 1)
  expect(starts).toEqual([2 * minute, 3 * minute])
  // Added later, it starts immediately.
  const late = noting(clock, { name: 'late', atStart: true })
  scheduler.add(late.job)
  expect(late.starts).toEqual([3 * minute + 1])
  expect(() => scheduler.add(job)).toThrow('two jobs named note')
})

test('starts are spread by the part of the period that a job allows', async () => {
  for (const [random, first] of [
    [0, 45_000],
    [0.5, 60_000],
    [1, 75_000],
  ] as const) {
    const { clock, scheduler, advance } = scene({ random: () => random })
    await using stopping = scheduler
    const { starts, job } = noting(clock, { jitter: 0.25 })
    stopping.add(job)
    stopping.start()
    await advance(80_000)
    expect(starts).toEqual([first])
  }
})

test('a job never runs twice at once: starts meanwhile are left out and counted, and who asks for it joins the run', async () => {
  const { clock, scheduler } = scene()
  await using stopping = scheduler
  const work = Promise.withResolvers<void>()
  let runs = 0
  stopping.add({
    name: 'slow',
    everyMs: minute,
    run: () => {
      runs++
      return work.promise
    },
  })
  stopping.start()
  await clock.advance(3 * minute)
  const joined = scheduler.run('slow')
  expect([runs, scheduler.jobs[0]?.skipped, scheduler.jobs[0]?.isRunning]).toEqual([1, 2, true])
  work.resolve()
  await joined
  expect(scheduler.jobs).toEqual([
    {
      name: 'slow',
      everyMs: minute,
      isRunning: false,
      runs: 1,
      failures: 0,
      skipped: 2,
      startedAt: new Date(minute),
      durationMs: 2 * minute,
      error: null,
    },
  ])
  await expect(scheduler.run('quick')).rejects.toThrow('no job named quick')
})

test('what a job throws is logged with its name, and it runs again', async () => {
  const { scheduler, logged, advance } = scene()
  await using stopping = scheduler
  let runs = 0
  stopping.add({
    name: 'fragile',
    everyMs: minute,
    run: () => {
      if (++runs === 1) throw new Error('the database is away')
    },
  })
  stopping.start()
  await advance(minute)
  expect(logged).toEqual([['a job failed', { job: 'fragile', error: 'the database is away' }]])
  expect(scheduler.jobs[0]).toMatchObject({ runs: 1, failures: 1, error: 'the database is away' })
  await advance(minute)
  expect(scheduler.jobs[0]).toMatchObject({ runs: 2, failures: 1, error: null })
})

test('stopping tells running work to end, waits for it, and starts nothing more', async () => {
  const { clock, scheduler } = scene()
  const said: string[] = []
  const last = Promise.withResolvers<void>()
  const { starts, job } = noting(clock)
  scheduler.add(job, {
    name: 'long',
    everyMs: minute,
    async run(signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      said.push('told to end')
      await last.promise
      said.push('ended')
    },
  })
  scheduler.start()
  await clock.advance(minute)
  const stopped = scheduler[Symbol.asyncDispose]().then(() => said.push('stopped'))
  last.resolve()
  await stopped
  expect(said).toEqual(['told to end', 'ended', 'stopped'])
  await clock.advance(5 * minute)
  await scheduler.run('note')
  expect(starts).toEqual([minute])
})

test('stopping does not wait for ever, and names what it left', async () => {
  const { clock, scheduler, logged } = scene({ timeoutMs: 10_000 })
  scheduler.add({ name: 'stuck', everyMs: minute, run: () => new Promise(() => {}) })
  scheduler.start()
  await clock.advance(minute)
  const stopped = scheduler[Symbol.asyncDispose]()
  await clock.advance(10_000)
  await stopped
  expect(logged).toEqual([['stopping without waiting for running jobs any longer', { jobs: 'stuck' }]])
})
