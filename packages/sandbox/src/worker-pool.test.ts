import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PooledWorker, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

/** A worker without a process, with the interface that the pool uses. */
class Fake implements PooledWorker {
  isAlive = true
  needsReplacement = false
  usedAt = Date.now()
  readonly known = new Set<string>()
  readonly gone = Promise.resolve()
  end(): void {
    this.isAlive = false
  }
  freeUnused(unusedSince: number): boolean {
    return this.usedAt <= unusedSince
  }
  knows(key: string): boolean {
    return this.known.has(key)
  }
}

let started: Fake[] = []
beforeEach(() => {
  started = []
})

function open(options: Partial<WorkerPoolOptions<Fake>> = {}): WorkerPool<Fake> {
  const start = () => {
    const worker = new Fake()
    started.push(worker)
    return worker
  }
  return new WorkerPool<Fake>({ name: 'fakes', start, workers: 2, waiting: 8, idleMs: 60_000, ...options })
}

/** A job that ends on command. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<Fake>()
  const job = (worker: Fake): Promise<string> => {
    begun.resolve(worker)
    return promise
  }
  return { job, begun: begun.promise, end: () => resolve('done'), fail: (error: Error) => reject(error) }
}

test('nothing is started before it is needed, no more than may be, and workers are used again', async () => {
  await using pool = open()
  expect(started).toEqual([])
  const jobs = Array.from({ length: 5 }, held)
  const results = jobs.map(({ job }) => pool.use('', job))
  await Promise.all(jobs.slice(0, 2).map(({ begun }) => begun))
  for (const { end } of jobs) end()
  expect(await Promise.all(results)).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(started.length).toBe(2)
})

test('whoever comes when as many wait as may is told so', async () => {
  await using pool = open({ workers: 1, waiting: 2 })
  const first = held()
  const results = [pool.use('', first.job), pool.use('', async () => 'second'), pool.use('', async () => 'third')]
  await expect(pool.use('', async () => 'fourth')).rejects.toMatchObject({ name: 'WorkerError', fault: 'busy' })
  first.end()
  expect(await Promise.all(results)).toEqual(['done', 'second', 'third'])
})

test('keys take turns: many jobs for one do not keep another from its', async () => {
  await using pool = open({ workers: 1, waiting: 100 })
  const order: string[] = []
  const first = held()
  const all = [pool.use('popular', first.job)]
  for (const key of [...Array.from({ length: 10 }, () => 'popular'), 'other'])
    all.push(
      pool.use(key, async () => {
        order.push(key)
        return key
      }),
    )
  first.end()
  await Promise.all(all)
  expect(order.indexOf('other')).toBe(0)
})

test('a worker that knows what a job needs gets it', async () => {
  await using pool = open()
  const [a, b] = [held(), held()]
  const both = [pool.use('', a.job), pool.use('', b.job)]
  const [, second] = await Promise.all([a.begun, b.begun])
  second.known.add('model')
  a.end()
  b.end()
  await Promise.all(both)
  expect(await pool.use('model', async (worker) => worker)).toBe(second)
})

test('who leaves the line makes room in it, and gets its own reason', async () => {
  await using pool = open({ workers: 1, waiting: 1 })
  const first = held()
  const running = pool.use('', first.job)
  const leaving = new AbortController()
  const waiting = pool.use('', async () => 'never', leaving.signal)
  leaving.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  const next = pool.use('', async () => 'next')
  first.end()
  expect(await Promise.all([running, next])).toEqual(['done', 'next'])
  await expect(pool.use('', async () => 'never', leaving.signal)).rejects.toThrow('enough')
})

test('what a job fails with is passed on, and a worker that died or is worn is not used again', async () => {
  await using pool = open({ workers: 1 })
  const dies = async (worker: Fake): Promise<never> => {
    worker.isAlive = false
    throw new TypeError('crash')
  }
  await expect(pool.use('', dies)).rejects.toThrow(TypeError)
  const wear = async (worker: Fake) => {
    worker.needsReplacement = true
    return worker
  }
  expect(await pool.use('', wear)).toBe(started[1])
  expect(started[1]?.isAlive).toBe(false)
  expect(await pool.use('', async (worker) => worker)).toBe(started[2])
})

test('closing refuses whoever waits, ends all workers, and starts nothing any more', async () => {
  const pool = open({ workers: 1 })
  const first = held()
  const running = pool.use('', first.job)
  const waiting = pool.use('', async () => 'never')
  const closed = pool[Symbol.asyncDispose]()
  await expect(waiting).rejects.toMatchObject({ fault: 'stopped' })
  await closed
  expect(started.map(({ isAlive }) => isAlive)).toEqual([false])
  first.end()
  await running
  await expect(pool.use('', async () => 'never')).rejects.toMatchObject({ fault: 'stopped' })
  expect(started.length).toBe(1)
})

test('a worker that is not used goes; one at work stays', async () => {
  vi.useFakeTimers()
  await using pool = open({ idleMs: 10_000 })
  const first = held()
  const running = pool.use('', first.job)
  await pool.use('', async () => 'short')
  expect(pool.workers.length).toBe(2)
  vi.advanceTimersByTime(20_000)
  expect(pool.workers).toEqual([started[0]])
  expect(started.map(({ isAlive }) => isAlive)).toEqual([true, false])
  first.end()
  await running
  vi.advanceTimersByTime(20_000)
  expect(pool.workers).toEqual([])
})
afterEach(() => vi.useRealTimers())
