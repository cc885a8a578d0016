import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-thread-'))
  await writeFile(
    join(folder, 'thread.mjs'),
    `
    import { serveJobs } from ${JSON.stringify(new URL('./serve-jobs.ts', import.meta.url).href)}
    serveJobs(async (job) => {
      if (job === 'spin') for (;;);
      if (job === 'eat') for (const all = []; ; ) all.push({ all })
      if (job === 'fail') throw Object.assign(new RangeError('no'), { code: 'of.its.own', odd: () => {} })
      if (job === 'exit') process.exit(3)
      return job
    })`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

function open(options: Partial<ThreadPoolOptions> = {}): ThreadPool<unknown, unknown> {
  const module = pathToFileURL(join(folder, 'thread.mjs'))
  return new ThreadPool({ module, name: 'test', threads: 1, waiting: 4, heapMb: 64, jobMs: 30_000, idleMs: 60_000, ...options })
}

test('a thread does one job after the other, and what a job throws keeps its properties', async () => {
  await using pool = open()
  expect(await Promise.all(['a', { b: 1 }].map((job) => pool.run('', job)))).toEqual(['a', { b: 1 }])
  await expect(pool.run('', 'fail')).rejects.toMatchObject({ name: 'ThreadJobError', message: 'no', properties: { code: 'of.its.own' } })
  expect(await pool.run('', 'after')).toBe('after')
})

test.for([
  ['spin', 'timeout'],
  ['eat', 'out-of-memory'],
  ['exit', 'crashed'],
] as const)('a job that would %s ends with its thread, and the next one has a new thread', async ([job, fault]) => {
  await using pool = open({ jobMs: job === 'spin' ? 100 : 30_000 })
  await expect(pool.run('', job)).rejects.toMatchObject({ fault })
  expect(await pool.run('', 'next')).toBe('next')
})

test('a job whose caller has left ends, and whoever waits behind it has a turn', async () => {
  await using pool = open()
  const leaving = new AbortController()
  const abandoned = pool.run('', 'spin', { signal: leaving.signal })
  const next = pool.run('', 'next')
  leaving.abort(new Error('gone'))
  await expect(abandoned).rejects.toThrow('gone')
  expect(await next).toBe('next')
})

test('a thread that is started ahead is the one that the next job gets', async () => {
  const loads = join(folder, 'loads')
  const module = join(folder, 'counted.mjs')
  await writeFile(
    module,
    `import { appendFileSync } from 'node:fs'
    import { serveJobs } from ${JSON.stringify(new URL('./serve-jobs.ts', import.meta.url).href)}
    appendFileSync(${JSON.stringify(loads)}, '.')
    serveJobs((job) => job)`,
  )
  await using pool = open({ module: pathToFileURL(module), threads: 2 })
  pool.warm()
  pool.warm()
  await expect.poll(() => readFile(loads, 'utf8').catch(() => ''), { timeout: 20_000 }).toBe('.')
  expect(await pool.run('', 'job')).toBe('job')
  expect(await readFile(loads, 'utf8')).toBe('.')
})

test('one key has its part of the line, not all of it', async () => {
  await using pool = open({ waitingPerKey: 1, jobMs: 2_000 })
  const first = pool.run('flood', 'spin').catch((error: unknown) => error)
  const second = pool.run('flood', 'second')
  await expect(pool.run('flood', 'third')).rejects.toMatchObject({ fault: 'busy' })
  expect(await pool.run('other', 'mine')).toBe('mine')
  expect(await first).toMatchObject({ fault: 'timeout' })
  expect(await second).toBe('second')
})
