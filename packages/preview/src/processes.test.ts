import { setTimeout as pause } from 'node:timers/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openReader, source, valuesOf } from './testing/memory-source.ts'

const small = source('a.json', '[{"a":1}]')
const rows = { kind: 'rows', offset: 0, length: 1 } as const

test('a question that takes too long is stopped; the next one is answered', async () => {
  await using reader = openReader({ timeLimitSeconds: 5 })
  const endless = source('a.csv', '', { size: 100, read: () => new Promise(() => {}) })
  await expect(reader.read<'rows'>([endless], rows)).rejects.toMatchObject({ problem: 'timeout' })
  expect(await valuesOf(reader, [small])).toEqual([[1]])
})

test('a process that is killed while it reads is a failed question, not a failed hub', async () => {
  await using reader = openReader({ timeLimitSeconds: 30 })
  let asked: () => void = () => {}
  const begun = new Promise<void>((resolve) => (asked = resolve))
  const endless = source('a.csv', '', {
    size: 100,
    read: () => {
      asked()
      return new Promise(() => {})
    },
  })
  const failed = reader.read<'rows'>([endless], rows).catch((error: unknown) => error)
  await begun
  const [pid] = childrenReadingTables()
  expect(pid).toBeGreaterThan(0)
  process.kill(pid ?? 0, 'SIGKILL')
  expect(await failed).toMatchObject({ problem: 'crashed' })
  expect(await valuesOf(reader, [small])).toEqual([[1]])
})

test('ten questions at once share two processes; more than may wait are told so', async () => {
  await using reader = openReader({ workers: 2, waiting: 8 })
  const ten = Array.from({ length: 10 }, (_, i) => valuesOf(reader, [source(`${i}.json`, `[{"a":${i}}]`)]))
  await expect(valuesOf(reader, [small])).rejects.toMatchObject({ problem: 'busy' })
  expect(childrenReadingTables().length).toBeLessThanOrEqual(2)
  expect((await Promise.all(ten)).map(([row]) => row?.[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('bytes that are not there are a failed question', async () => {
  await using reader = openReader()
  const missing = source('a.csv', '', { size: 100, read: () => Promise.reject(new Error('secret path')) })
  await expect(reader.read<'rows'>([missing], rows)).rejects.toMatchObject({
    problem: 'unreadable',
    message: 'a.csv: Its content is not stored on this hub.',
  })
})

test('no process outlives the reader', async () => {
  const reader = openReader()
  await valuesOf(reader, [small])
  expect(childrenReadingTables().length).toBe(1)
  await reader[Symbol.asyncDispose]()
  for (let tries = 0; tries < 50 && childrenReadingTables().length > 0; tries++) await pause(20)
  expect(childrenReadingTables()).toEqual([])
  await expect(valuesOf(reader, [small])).rejects.toMatchObject({ problem: 'busy' })
})

/** Child processes of this one that read tables. */
function childrenReadingTables(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('preview/src/worker/main.ts')
      } catch {
        return false
      }
    })
}
