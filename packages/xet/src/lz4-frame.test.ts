import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBytes, ungroupBytes } from './byte-groups.ts'
import { XetFormatError } from './format-error.ts'
import { decodeLz4Frame, lz4FrameLength } from './lz4-frame.ts'
import { lz4Frame, patternedBytes, randomBytes } from './testing/index.ts'

function decoded(frame: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  decodeLz4Frame(frame, output)
  return output
}

/** `lz4 -c` (1.9.4) of 200 times "harbour " and a line feed: one block, with content checksum. */
const fromTheCommandLine = Buffer.from('BCJNGGRApxgAAACPaGFyYm91ciAIAP///////ydQb3VyIAoAAAAAN9Xyfw==', 'base64')

test('decodes what the lz4 tool wrote', () => {
  const text = `${'harbour '.repeat(200)}\n`
  expect(Buffer.from(decoded(fromTheCommandLine, text.length)).toString()).toBe(text)
  expect(lz4FrameLength(fromTheCommandLine)).toBe(text.length)
})

test.for([
  ['patterned', patternedBytes(131_072)],
  ['random', randomBytes(70_000, 3)],
  ['short', Buffer.from('abcabcabcabcabcabcabcabcabcabc')],
  ['one byte again and again', new Uint8Array(100_000)],
] as const)('brings back %s bytes', ([, bytes]) => {
  expect(Buffer.compare(decoded(lz4Frame(bytes), bytes.length), bytes)).toBe(0)
  expect(lz4FrameLength(lz4Frame(bytes))).toBe(bytes.length)
})

test('a frame that holds more or less than announced is refused', () => {
  const bytes = new Uint8Array(100_000)
  for (const length of [0, 1, 99_999, 100_001, 131_072]) {
    expect(() => decoded(lz4Frame(bytes), length)).toThrow(XetFormatError)
  }
})

test('a bomb of 10 MB that claims 100 bytes writes 100 bytes at most', () => {
  const bomb = lz4Frame(new Uint8Array(10_000_000))
  expect(bomb.length).toBeLessThan(50_000)
  expect(() => decoded(bomb, 100)).toThrow(/more than the declared size/)
})

test('damaged frames end in an error of their own, or in other bytes, never otherwise', () => {
  const good = lz4Frame(patternedBytes(2_000))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.nat(good.length),
      (edits, cut) => {
        const bad = Buffer.from(good)
        for (const [at, byte] of edits) bad[at] = byte
        try {
          const frame = bad.subarray(0, bad.length - (cut % 3))
          expect(decoded(frame, 2_000)).toHaveLength(2_000)
          // Without knowing the length, the result is the same.
          expect(lz4FrameLength(frame)).toBe(2_000)
        } catch (error) {
          expect(error).toBeInstanceOf(XetFormatError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('the length of a damaged frame is a number or an error of its own', () => {
  const good = lz4Frame(patternedBytes(2_000))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (edits) => {
      const bad = Buffer.from(good)
      for (const [at, byte] of edits) bad[at] = byte
      try {
        expect(lz4FrameLength(bad)).toBeGreaterThanOrEqual(0)
      } catch (error) {
        expect(error).toBeInstanceOf(XetFormatError)
      }
    }),
    { numRuns: 1_000 },
  )
})

test.for([1, 2, 3, 4, 5, 6, 7, 8, 4_097])('grouped bytes of length %i come back', (length) => {
  const bytes = randomBytes(length, 9)
  const output = new Uint8Array(length)
  ungroupBytes(groupBytes(bytes), output)
  expect(output).toEqual(bytes)
})
