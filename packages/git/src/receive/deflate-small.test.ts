import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { deflateSmall, deflateSmallBytes } from './deflate-small.ts'
import { inflateSmall } from './inflate-small.ts'

/** Deterministic pseudo-random bytes. */
function noise(length: number, below: number): Buffer {
  let state = length + below
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % below
    }),
  )
}

test('zlib reads what is made, for all lengths and from all zeros to noise', () => {
  for (const below of [1, 2, 5, 60, 256]) {
    for (let length = 0; length <= deflateSmallBytes; length += length < 600 ? 1 : 97) {
      const body = noise(length, below)
      const z = deflateSmall(body)
      expect(inflateSync(z).equals(body)).toBe(true)
      expect(z.length).toBeLessThanOrEqual(length + 11)
      const target = Buffer.alloc(length)
      expect(inflateSmall(z, target)).toBe(z.length)
      expect(target.equals(body)).toBe(true)
    }
  }
  expect(() => deflateSmall(Buffer.alloc(deflateSmallBytes + 1))).toThrow(RangeError)
})

test('what repeats is found at all lengths and distances', () => {
  for (let gap = 1; gap < 3_000; gap = Math.ceil(gap * 1.3)) {
    for (const length of [4, 5, 10, 11, 257, 258, 259, 600]) {
      const part = noise(length, 256)
      const body = Buffer.concat([part, noise(gap, 256), part]).subarray(0, deflateSmallBytes)
      expect(inflateSync(deflateSmall(body)).equals(body)).toBe(true)
    }
  }
})

test('text and trees take at most half more than with zlib', () => {
  const text = Buffer.from(Array.from({ length: 60 }, (_, i) => `line ${i} of file ${(i * 7919) % 97}, changed in ${i * 3}`).join('\n'))
  const ids = noise(2_000, 256)
  const tree = Buffer.concat(
    Array.from({ length: 80 }, (_, i) => Buffer.concat([Buffer.from(`100644 file-${i}.txt\0`), ids.subarray(i * 20, i * 20 + 20)])),
  )
  for (const body of [text, tree]) expect(deflateSmall(body).length).toBeLessThan(deflateSync(body, { level: 1 }).length * 1.5)
})
