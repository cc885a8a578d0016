import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confinedCommand } from './confined-command.ts'
import { ConfinedWorker, type ConfinedWorkerOptions } from './confined-worker.ts'

const memoryBytes = 320 * 1024 * 1024

/** Executes commands: `echo`, `hang` until told to abort, `deaf` forever, `exit`, `eat` memory. */
const script = `
  let hanging = null
  process.on('message', ({ what }) => {
    if (what === 'echo') process.send({ said: 'echo' })
    else if (what === 'hang') { hanging = setInterval(() => {}, 1000); process.send({ said: 'begun' }) }
    else if (what === 'deaf') { process.send({ said: 'begun' }, () => { for (;;); }) }
    else if (what === 'abort') { clearInterval(hanging); process.send({ said: 'aborted' }) }
    else if (what === 'exit') process.exit(3)
    else if (what === 'eat') { const all = []; setInterval(() => all.push(Buffer.alloc(32 * 1024 * 1024, 1)), 20) }
  })
  process.on('disconnect', () => process.exit(0))
`

interface Said {
  readonly said: string
}

async function open(options: Partial<ConfinedWorkerOptions<Said>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-worker-'))
  await writeFile(join(folder, 'script.mjs'), script)
  const troubles: string[] = []
  const worker = new ConfinedWorker<Said>({
    command: confinedCommand({ readable: [folder], memoryBytes }, join(folder, 'script.mjs'), []),
    cwd: folder,
    memoryBytes,
    timeLimitMs: 30_000,
    onTrouble: ({ why }) => troubles.push(why),
    ...options,
  })
  return {
    worker,
    troubles,
    /** Runs a job that ends with the first word other than `begun`, which is passed to `onBegun`. */
    run: (what: string, more: { abort?: unknown; signal?: AbortSignal; onBegun?: () => void } = {}) => {
      const { onBegun, ...rest } = more
      return worker.run<string>({
        start: { what },
        onMessage: ({ said }, { resolve, reject }) => {
          if (said === 'begun') onBegun?.()
          else if (said === 'aborted') reject(new Error('the job stopped'))
          else resolve(said)
        },
        ...rest,
      })
    },
    async [Symbol.asyncDispose]() {
      worker.end()
      await worker.gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('does one job after another in one process, never two at once', async () => {
  await using t = await open()
  expect(await t.run('echo')).toBe('echo')
  const { pid } = t.worker
  const second = t.run('echo')
  await expect(t.run('echo')).rejects.toThrow('one job at a time')
  expect([await second, t.worker.pid, t.worker.isBusy]).toEqual(['echo', pid, false])
  expect(t.troubles).toEqual([])
})

test('a job that is aborted stops when it is asked to, and the process goes on with the next', async () => {
  await using t = await open()
  const leaving = new AbortController()
  const onBegun = () => leaving.abort(new Error('the caller left'))
  await expect(t.run('hang', { abort: { what: 'abort' }, signal: leaving.signal, onBegun })).rejects.toThrow('the caller left')
  expect([t.worker.isAlive, await t.run('echo')]).toEqual([true, 'echo'])
})

test('a job that does not listen is ended with its process', async () => {
  await using t = await open()
  const leaving = new AbortController()
  const onBegun = () => leaving.abort(new Error('the caller left'))
  await expect(t.run('deaf', { abort: { what: 'abort' }, signal: leaving.signal, onBegun })).rejects.toThrow('the caller left')
  await t.worker.gone
  expect(t.worker.isAlive).toBe(false)
  await expect(t.run('echo')).rejects.toMatchObject({ fault: 'crashed' })
})

test.each([
  ['takes too long', 'hang', { timeLimitMs: 500 }, 'timeout'],
  ['ends its process', 'exit', {}, 'crashed'],
  ['wants too much memory', 'eat', {}, 'out-of-memory'],
])('a job that %s fails with that, and it is noted', async (_, what, options, fault) => {
  await using t = await open(options)
  await expect(t.run(what)).rejects.toMatchObject({ name: 'WorkerError', fault })
  expect([t.worker.isAlive, t.troubles]).toEqual([false, [fault]])
})

test('a job that is late and stops when it is asked to is late all the same, and its process lives', async () => {
  await using t = await open({ timeLimitMs: 500 })
  await expect(t.run('hang', { abort: { what: 'abort' } })).rejects.toMatchObject({ fault: 'timeout' })
  expect(t.worker.isAlive).toBe(true)
})

test('ending it fails the job that runs', async () => {
  await using t = await open()
  await expect(t.run('hang', { onBegun: () => t.worker.end() })).rejects.toMatchObject({ fault: 'stopped' })
  expect(t.troubles).toEqual(['stopped'])
})
