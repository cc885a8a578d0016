import { expect, test } from 'vitest'
import { Chunker } from './chunker.ts'
import { splitmixBytes } from './testing/index.ts'

function boundaries(data: Uint8Array, pieceBytes = data.length): number[] {
  const chunker = new Chunker()
  const chunks: Uint8Array[] = []
  for (let at = 0; at < data.length; at += pieceBytes) chunks.push(...chunker.push(data.subarray(at, at + pieceBytes)))
  const last = chunker.finish()
  if (last !== null) chunks.push(last)
  expect(Buffer.concat(chunks).equals(data)).toBe(true)
  let end = 0
  return chunks.map(({ length }) => (end += length))
}

// The reference implementation's own test data.
const million = splitmixBytes(1_000_000, 0n)
const expected = [
  84_493, 134_421, 144_853, 243_318, 271_793, 336_457, 467_529, 494_581, 582_000, 596_735, 616_815, 653_164, 678_202, 724_510, 815_591,
  827_760, 958_832, 991_092, 1_000_000,
]

test('reference: a million random bytes', () => {
  expect([million[0], million[127], million[111_111]]).toEqual([175, 132, 118])
  expect(boundaries(million)).toEqual(expected)
})

test('reference: a million equal bytes', () => {
  expect(boundaries(new Uint8Array(1_000_000).fill(59))).toEqual([131_072, 262_144, 393_216, 524_288, 655_360, 786_432, 917_504, 1_000_000])
})

test.for([1, 37, 255, 4_096, 65_521])('pieces of %i bytes make the same chunks', (pieceBytes) => {
  const data = million.subarray(0, 300_000)
  expect(boundaries(data, pieceBytes)).toEqual(boundaries(data))
})

test('bytes put in at the front move no boundary but the first', () => {
  const shifted = boundaries(Buffer.concat([Buffer.from('some more'), million])).map((end) => end - 9)
  expect(shifted.slice(-15)).toEqual(expected.slice(-15))
})

test('nothing has no chunks, and little has one', () => {
  expect(boundaries(new Uint8Array())).toEqual([])
  expect(boundaries(new Uint8Array(8_191))).toEqual([8_191])
})
