import { constants, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflateSmall } from './inflate-small.ts'

/** Deterministic pseudo-random numbers. */
let state = 12_345
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return (state >>> 8) % below
}
function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random(256)))
}

const bodies = [
  Buffer.alloc(0),
  Buffer.from('x'),
  Buffer.from('tree 1234567890\n'.repeat(300)),
  Buffer.alloc(70_000),
  noise(5_000),
  Buffer.from(Array.from({ length: 9_000 }, (_, i) => 32 + ((i * i * 31) % 90))),
  Buffer.concat([noise(40_000), Buffer.from('abc'.repeat(10_000))]),
  Buffer.from(Array.from({ length: 400 }, (_, i) => `100644 file-${i}\n`).join('')),
]
const ways = [0, 1, 6, 9].flatMap((level) =>
  [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE].flatMap((strategy) => [
    { level, strategy },
    { level, strategy, memLevel: 1, windowBits: 9 },
  ]),
)

test('every form of stream gives back what was put in, and how long it was', () => {
  for (const body of bodies) {
    for (const way of ways) {
      const z = deflateSync(body, way)
      const target = Buffer.alloc(body.length)
      expect(inflateSmall(Buffer.concat([z, noise(30)]), target)).toBe(z.length)
      expect(target.equals(body)).toBe(true)
      expect(inflateSmall(z, Buffer.alloc(body.length + 1))).toBe('size')
      if (body.length > 0) expect(inflateSmall(z, Buffer.alloc(body.length - 1))).toBe('size')
    }
  }
})

test('a stream that is cut off anywhere is short', () => {
  const z = deflateSync(bodies[7] ?? Buffer.alloc(0))
  for (let length = 0; length < z.length; length++)
    expect(inflateSmall(z.subarray(0, length), Buffer.alloc(bodies[7]?.length ?? 0))).toBe('short')
})

test('damaged streams are refused whenever zlib refuses them, and never give other bytes', () => {
  for (let round = 0; round < 1_500; round++) {
    const body = bodies[1 + (round % (bodies.length - 1))]?.subarray(0, 1 + random(2_000)) ?? Buffer.alloc(1)
    const z = Buffer.from(deflateSync(body, ways[round % ways.length]))
    for (let flips = 0; flips <= round % 3; flips++) z[random(z.length)] = random(256)
    const target = Buffer.alloc(body.length)
    const ours = inflateSmall(z, target)
    let theirs: Buffer | null
    try {
      theirs = inflateSync(z)
    } catch {
      theirs = null
    }
    if (theirs?.length === body.length) {
      expect(typeof ours).toBe('number')
      expect(target.equals(theirs)).toBe(true)
    } else expect(typeof ours).toBe('string')
  }
})
