import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Logger } from '../../logger.ts'
import { AnswerCache } from './answer-cache.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-answers-'))
})
afterAll(() => rm(folder, { recursive: true }))

function openCache(path: string) {
  const warnings: string[] = []
  const log: Logger = { debug() {}, info() {}, warn: (text) => void warnings.push(text), error() {} }
  return { cache: new AnswerCache(path, 16 * 1024 * 1024, log), warnings }
}

const pieces = Array.from({ length: 10 }, (_, i) => Buffer.alloc(50_000, i))

async function* made(): AsyncGenerator<Buffer> {
  yield* pieces
}

async function read(answer: AsyncIterable<Buffer> | null): Promise<Buffer | null> {
  if (answer === null) return null
  const all: Buffer[] = []
  for await (const piece of answer) all.push(piece)
  return Buffer.concat(all)
}

test('an answer is kept on its way', async () => {
  const { cache, warnings } = openCache(join(folder, 'kept'))
  expect(await read(cache.read('a'))).toBe(null)
  expect((await read(cache.keep('a', made())))?.equals(Buffer.concat(pieces))).toBe(true)
  expect((await read(cache.read('a')))?.equals(Buffer.concat(pieces))).toBe(true)
  expect(warnings).toEqual([])
  await cache[Symbol.asyncDispose]()
})

test('an answer that was broken off is not kept', async () => {
  const { cache } = openCache(join(folder, 'broken'))
  for await (const piece of cache.keep('a', made())) if (piece[0] === 8) break
  expect(await read(cache.read('a'))).toBe(null)
  await cache[Symbol.asyncDispose]()
})

test('where nothing can be kept the answer is given all the same', async () => {
  await writeFile(join(folder, 'no-folder'), '')
  const { cache, warnings } = openCache(join(folder, 'no-folder'))
  expect((await read(cache.keep('a', made())))?.equals(Buffer.concat(pieces))).toBe(true)
  expect(await read(cache.read('a'))).toBe(null)
  expect(warnings).toEqual(['could not cache the response to a clone'])
  await cache[Symbol.asyncDispose]()
})
