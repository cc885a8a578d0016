import { createHash } from 'node:crypto'
import { GEAR_TABLE } from 'gearhash-jit'
import { expect, test } from 'vitest'
import { formatHash, isDedupEligible, parseHash } from './hash-text.ts'
import { openHasher } from './hasher.ts'

const hasher = await openHasher()
const hash = (text: string) => parseHash(text) ?? expect.fail(`${text} is no hash`)

/* Hub API, section 12.4. */
const a = { hash: hash('cfc5d07f6f03c29bbf424132963fe08d19a37d5757aaf520bf08119f05cd56d6'), size: 100 }
const b = { hash: hash('c3e67584b5c4fc2a89837ec39e40f2c8a6bb0b2987ac94cd4b31e5fbdd210a72'), size: 200 }
const c = { hash: hash('0d2beb91b9196929a5ddec9f6e306924ddf4a24268e3e59fd8464738d525af37'), size: 300 }

test('a hash is written as four little-endian words', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => i)
  expect(formatHash(bytes)).toBe('07060504030201000f0e0d0c0b0a090817161514131211101f1e1d1c1b1a1918')
  expect(parseHash(formatHash(bytes))).toEqual(bytes)
  for (const wrong of ['', 'xyz', formatHash(bytes).toUpperCase(), `${formatHash(bytes)}0`]) expect(parseHash(wrong)).toBeNull()
})

test.for([
  {
    chunks: [a],
    xorb: 'cfc5d07f6f03c29bbf424132963fe08d19a37d5757aaf520bf08119f05cd56d6',
    file: '8e16257caa3fe079d484d872a8975264b2ff683b0d6db9028cc7c0f968a45661',
  },
  {
    chunks: [a, b, c],
    xorb: '71ec1275fca074724e2dd666921b3277c7cee603e4d025bcab2d4050015be2bc',
    file: '54e55dccc6653c612bdb5576c5d3cb34bb31bc4e100248abccf4c908b3ef7715',
  },
  {
    chunks: [a, b, a, b],
    xorb: '90f8313ef12df385d237a067aded02562c35ded12116e32eba401dbc86c38031',
    file: '284ea045e5a579e99c21ec597c20de1fc0c09e7168162aac00db8f61b3d82dbb',
  },
  {
    chunks: Array.from({ length: 32 }, () => a),
    xorb: '0a0123c1617921883b7e13902095fcb86676e77c49120c33b233003b0af0e0a6',
    file: '53af4711fd1d5e5bdc7f931b6be932314d8d673cb16ad2482f6f5222eaf9e63d',
  },
])('reference: $xorb', ({ chunks, xorb, file }) => {
  expect(formatHash(hasher.xorb(chunks))).toBe(xorb)
  expect(formatHash(hasher.file(chunks))).toBe(file)
})

test('reference: the five bytes hello', () => {
  const chunk = hasher.chunk(Buffer.from('hello'))
  expect(formatHash(chunk)).toBe('9076ba12d998050b9c95c8bf770f943e6cad55c7490a82b76cf1582a2a05c2c2')
  expect(formatHash(hasher.file([{ hash: chunk, size: 5 }]))).toBe('48a3213a086cad271381aafe47232eb5df291a963cebbfec071972eff45eb422')
})

test('no chunks have a hash of zeros', () => {
  expect(formatHash(hasher.xorb([]))).toBe('0'.repeat(64))
  expect(formatHash(hasher.file([]))).toBe('0'.repeat(64))
})

test('one hash in 1,024 may be asked for: the last word decides', () => {
  const text = (last: bigint) => hash('1'.repeat(48) + last.toString(16).padStart(16, '0'))
  for (const last of [0n, 1024n, 0xffff_ffff_ffff_fc00n]) expect(isDedupEligible(text(last))).toBe(true)
  for (const last of [1n, 512n, 1023n, 1025n, 0x0100_0000_0000_0001n]) expect(isDedupEligible(text(last))).toBe(false)
})

test('the gear table is that of the gearhash crate', () => {
  const bytes = Buffer.alloc(256 * 8)
  GEAR_TABLE.forEach((word, i) => bytes.writeBigUInt64LE(word, 8 * i))
  // Computed from src/table.rs of gearhash 0.1.4.
  expect(createHash('sha256').update(bytes).digest('hex')).toBe('e1d3936666d7ae7a977c958e9afcc75f90aaca758ce5fbe4ece61dffefe1912c')
})
