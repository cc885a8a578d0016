import { lz4Frame } from '@portolan/xet/testing'
import { expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { unpackLz4Frame } from './unpack-lz4.ts'

const text = Buffer.from('tide '.repeat(10_000))

/** The message a reader of the page would see. */
function problemOf(frame: Uint8Array, maxBytes: number): string {
  try {
    unpackLz4Frame(frame, maxBytes)
  } catch (error) {
    if (error instanceof Problem) return error.problem
    throw error
  }
  return 'none'
}

test('a frame comes back as large as it is, without being told how large', () => {
  expect(Buffer.compare(unpackLz4Frame(lz4Frame(text), text.length), text)).toBe(0)
})

test('a frame that unpacks to more than is read is refused, and one that is none', () => {
  expect(problemOf(lz4Frame(text), text.length - 1)).toBe('too-large')
  expect(problemOf(lz4Frame(text).subarray(0, -3), text.length)).toBe('unreadable')
  expect(problemOf(Buffer.from('not a frame'), text.length)).toBe('unreadable')
})
