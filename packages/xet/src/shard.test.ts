import { expect, test } from 'vitest'
import { XetFormatError } from './format-error.ts'
import { formatHash } from './hash-text.ts'
import { readShard, type ShardFile } from './read-shard.ts'
import { randomBytes } from './testing/index.ts'
import { writeShard } from './write-shard.ts'

const hash = (seed: number) => randomBytes(32, seed)
const sha256 = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const files: ShardFile[] = [
  {
    hash: hash(1),
    terms: [
      { xorb: hash(2), startChunk: 0, endChunk: 7, bytes: 400_000 },
      { xorb: hash(3), startChunk: 2, endChunk: 4, bytes: 4_294_967_295 },
    ],
    verification: [hash(4), hash(5)],
    sha256,
  },
  { hash: hash(6), terms: [{ xorb: hash(2), startChunk: 3, endChunk: 4, bytes: 9 }], verification: null, sha256: null },
]
const xorbs = [
  {
    hash: hash(2),
    bytes: 500,
    chunks: [
      { hash: hash(7), length: 9 },
      { hash: hash(8), length: 11 },
    ],
  },
  { hash: hash(3), bytes: 600, chunks: [{ hash: hash(9), length: 13 }] },
]
const footer = { key: hash(10), created: 1_800_000_000, expires: 1_800_086_400 }

test.for([null, footer])('files come back, with footer %o', (given) => {
  expect(readShard(new Uint8Array(writeShard(files, xorbs, given)))).toEqual(files)
  expect(readShard(new Uint8Array(writeShard([], [], given)))).toEqual([])
})

test('the sha-256 stands in groups of eight, reversed', () => {
  const bytes = Buffer.from(writeShard([{ ...(files[1] as ShardFile), sha256 }], []))
  expect(bytes.subarray(48 * 3, 48 * 3 + 8).toString('hex')).toBe('7766554433221100')
})

test('footer and tables are where a client looks for them', () => {
  const bytes = Buffer.from(writeShard([], xorbs, footer))
  const end = bytes.subarray(-200)
  const place = (i: number) => Number(end.readBigUInt64LE(8 * i))
  const footerStart = Number(end.readBigUInt64LE(192))
  expect([place(0), place(1), place(2), footerStart]).toEqual([1, 48, 96, bytes.length - 200])
  expect(end.subarray(72, 104).equals(footer.key)).toBe(true)
  expect([Number(end.readBigUInt64LE(104)), Number(end.readBigUInt64LE(112))]).toEqual([footer.created, footer.expires])
  // Xorb information: 48 bytes each for two headers, three chunks, one end.
  expect(place(5) - place(2)).toBe(48 * 6)
  expect([place(6), place(8)]).toEqual([2, 3])
  const words = Array.from({ length: 3 }, (_, i) => bytes.readBigUInt64LE(place(7) + 16 * i))
  expect(words).toEqual(words.toSorted((a, b) => (a < b ? -1 : 1)))
  for (let i = 0; i < 3; i++) {
    const at = place(7) + 16 * i
    const chunkEntry = place(2) + 48 * (bytes.readUInt32LE(at + 8) + 1 + bytes.readUInt32LE(at + 12))
    expect(bytes.readBigUInt64LE(chunkEntry)).toBe(bytes.readBigUInt64LE(at))
  }
  expect(formatHash(bytes.subarray(place(2), place(2) + 32))).toBe(formatHash(hash(2)))
})

const whole = Buffer.from(writeShard(files, xorbs))
test('refuses shards that end too early, wherever', () => {
  for (let length = 0; length < whole.length; length += 16) expect(() => readShard(whole.subarray(0, length))).toThrow(XetFormatError)
})

test('refuses another tag, another version, and counts beyond the end before it makes room for them', () => {
  const edited = (at: number, value: number) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt32LE(value, at)
    return bytes
  }
  expect(() => readShard(edited(0, 7))).toThrow(/not a shard/)
  expect(() => readShard(edited(32, 3))).toThrow(/version/)
  expect(() => readShard(edited(48 + 36, 0xffff_ffff))).toThrow(/too early/)
})
