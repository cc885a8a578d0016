import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeDelta, equalPrefix, equalSuffix } from './encode-delta.ts'
import { oidFromBytes } from './oid.ts'
import { OidTable } from './oid-table.ts'
import { applyDelta } from './receive/apply-delta.ts'

/** Deterministic pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function bytes(length: number, seed: number, kinds = 256): Buffer {
  const next = numbers(seed)
  return Buffer.from(Array.from({ length }, () => next(kinds)))
}

const lines = (count: number, word = 'line') => Buffer.from(Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join(''))

describe('deltas', () => {
  const long = bytes(200_000, 1)
  test.for([
    ['nothing from nothing', Buffer.alloc(0), Buffer.alloc(0), 2],
    ['something from nothing', Buffer.alloc(0), Buffer.from('abc'), 6],
    ['nothing from something', long, Buffer.alloc(0), 4],
    ['the same', long, long, 25],
    ['one byte changed', long, Buffer.concat([long.subarray(0, 100_000), Buffer.from([1]), long.subarray(100_001)]), 30],
    ['two halves changed places', long, Buffer.concat([long.subarray(100_000), long.subarray(0, 100_000)]), 60],
    ['a line inserted', lines(1_000), Buffer.concat([lines(500), Buffer.from('new\n'), lines(1_000).subarray(lines(500).length)]), 25],
    ['twice the same', lines(1_000), Buffer.concat([lines(1_000), lines(1_000)]), 40],
    ['a copy of exactly 0x10000 bytes', long, long.subarray(1_000, 1_000 + 0x10000), 12],
  ] as const)('%s', ([, base, target, most]) => {
    const delta = encodeDelta(base, target)
    if (delta === null) {
      expect(target.length).toBeLessThan(8)
      return
    }
    expect(applyDelta(base, delta)).toEqual(target)
    expect(delta.length).toBeLessThanOrEqual(most)
  })

  test('a thousand random pairs come out as they went in', () => {
    const next = numbers(7)
    let deltas = 0
    for (let turn = 0; turn < 1_000; turn++) {
      const kinds = [2, 4, 256][next(3)] ?? 2
      const base = bytes(next(600), turn, kinds)
      const parts: Buffer[] = []
      for (let n = next(6); n > 0; n--) {
        const from = next(base.length + 1)
        parts.push(next(3) === 0 ? bytes(next(60), turn + n, kinds) : base.subarray(from, from + next(300)))
      }
      const target = Buffer.concat(parts)
      for (const ends of [true, false]) {
        const delta = encodeDelta(base, target, { ends })
        if (delta === null) continue
        deltas++
        expect(applyDelta(base, delta).equals(target)).toBe(true)
      }
    }
    expect(deltas).toBeGreaterThan(1_000)
  })

  test('one that would be too long is given up', () => {
    expect(encodeDelta(bytes(5_000, 1), bytes(5_000, 2))).toBeNull()
    expect(encodeDelta(long, long, { maxBytes: 3 })).toBeNull()
  })

  test.for([
    [
      'one byte over and over',
      Buffer.alloc(400_000, 97),
      Buffer.concat([Buffer.alloc(200_000, 97), Buffer.from('b'), Buffer.alloc(200_000, 97)]),
    ],
    ['two bytes at random', bytes(400_000, 3, 2), bytes(400_000, 4, 2)],
    ['a long period', Buffer.alloc(400_000, bytes(31, 5)), Buffer.alloc(400_000, bytes(29, 5))],
  ] as const)('what was made to take long does not: %s', { timeout: 5_000 }, ([, base, target]) => {
    const delta = encodeDelta(base, target)
    if (delta !== null) expect(applyDelta(base, delta).equals(target)).toBe(true)
  })

  test('equal beginnings and ends do not overlap', () => {
    const a = Buffer.from('aaaa')
    expect([equalPrefix(a, Buffer.from('aaaaaa')), equalSuffix(a, Buffer.from('aaaaaa'), 4)]).toEqual([4, 0])
    for (const length of [0, 511, 512, 513, 1_024, 2_000]) {
      const same = bytes(length, 9)
      expect(equalPrefix(Buffer.concat([same, Buffer.from('x')]), Buffer.concat([same, Buffer.from('y')]))).toBe(length)
      expect(equalSuffix(Buffer.concat([Buffer.from('x'), same]), Buffer.concat([Buffer.from('yz'), same]), 0)).toBe(length)
    }
  })
})

test('a table of ids knows what was added, in order', () => {
  const table = new OidTable(1)
  const oids = Array.from({ length: 5_000 }, () => randomBytes(20))
  for (const [index, oid] of oids.entries()) expect(table.add(oid)).toBe(index)
  for (const oid of oids) expect(table.add(Buffer.concat([Buffer.from('xx'), oid]), 2)).toBe(-1)
  expect(table.size).toBe(5_000)
  for (const [index, oid] of oids.entries()) {
    expect(table.indexOf(oid)).toBe(index)
    expect(table.oid(index)).toBe(oidFromBytes(oid))
  }
  expect(table.indexOf(randomBytes(20))).toBe(-1)
})
