import { expect, test } from 'vitest'
import { groupBytes } from './byte-groups.ts'
import { readChunkHeader, unpackChunk } from './chunk-codec.ts'
import { XetFormatError } from './format-error.ts'
import { openHasher } from './hasher.ts'
import { formatHash } from './hash-text.ts'
import { xetLimits } from './limits.ts'
import { lz4Frame, patternedBytes, randomBytes } from './testing/index.ts'
import { type ParsedXorb, XorbParser } from './xorb-parser.ts'
import { chunkHeader, type PackedChunk, writeXorb } from './xorb-writer.ts'

const hasher = await openHasher()

function parse(bytes: Uint8Array, pieceBytes = bytes.length || 1): ParsedXorb & { kept: Buffer } {
  const parser = new XorbParser(hasher)
  const kept: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) kept.push(Buffer.from(parser.push(bytes.slice(at, at + pieceBytes))))
  return { ...parser.finish(), kept: Buffer.concat(kept) }
}

const plain = randomBytes(9_000, 1)
const pattern = patternedBytes(100_001)
const lz4: PackedChunk = { scheme: 1, length: pattern.length, packed: lz4Frame(pattern) }
const grouped: PackedChunk = { scheme: 2, length: pattern.length, packed: lz4Frame(groupBytes(pattern)) }
const xorb = writeXorb([plain, lz4, grouped, Buffer.from('hello')])

test.for([xorb.length, 1, 7, 8, 9, 65_536])('reads its own in pieces of %i bytes', (pieceBytes) => {
  const { hash, index, bytes, kept } = parse(xorb, pieceBytes)
  const sizes = [9_000, 100_001, 100_001, 5]
  expect(index.count).toBe(4)
  expect(Array.from({ length: 4 }, (_, i) => index.length(i))).toEqual(sizes)
  expect(bytes).toBe(xorb.length)
  expect(index.end(3)).toBe(xorb.length)
  expect(index.start(1)).toBe(9_008)
  expect(kept.equals(xorb)).toBe(true)
  // However a chunk is compressed, its hash is that of the content.
  expect(formatHash(index.hash(1))).toBe(formatHash(index.hash(2)))
  expect(formatHash(index.hash(3))).toBe('9076ba12d998050b9c95c8bf770f943e6cad55c7490a82b76cf1582a2a05c2c2')
  expect(formatHash(hash)).toBe(formatHash(hasher.xorb(index.sized())))
  expect(index.contentBytes(1, 3)).toBe(200_002)
})

test.for([xorb.length + 500, 1, 5, 8, 13])('leaves a trailer out, in pieces of %i bytes', (pieceBytes) => {
  const trailer = Buffer.concat([Buffer.from('XETBLOB'), Buffer.alloc(400, 1)])
  const { kept, bytes } = parse(Buffer.concat([xorb, trailer]), pieceBytes)
  expect(bytes).toBe(xorb.length)
  expect(kept.equals(xorb)).toBe(true)
})

test('content comes back from every scheme', () => {
  let at = 0
  for (const content of [plain, pattern, pattern]) {
    const header = readChunkHeader(xorb, at)
    const packed = xorb.subarray(at + 8, at + 8 + header.packedBytes)
    expect(Buffer.compare(unpackChunk(header, packed), content)).toBe(0)
    at += 8 + header.packedBytes
  }
})

const good = { scheme: 0, length: 5, packedBytes: 5 }
test.for([
  ['nothing at all', new Uint8Array()],
  ['half a chunk', xorb.subarray(0, xorb.length - 1)],
  ['half a header', Buffer.concat([xorb, Buffer.from([0, 1, 2])])],
  ['an unknown scheme', Buffer.concat([chunkHeader({ ...good, scheme: 3 }), Buffer.from('hello')])],
  ['an unknown version', Buffer.from([1, ...chunkHeader(good).slice(1), ...Buffer.from('hello')])],
  ['an empty chunk', Buffer.concat([chunkHeader({ ...good, length: 0, packedBytes: 1 }), Buffer.from('h')])],
  ['a chunk that is too large', writeXorb([new Uint8Array(xetLimits.maxChunkBytes + 1)])],
  ['a chunk of another length', Buffer.concat([chunkHeader({ ...good, length: 6 }), Buffer.from('hello')])],
  ['a packed chunk much longer than its content', Buffer.concat([chunkHeader({ ...good, scheme: 1, packedBytes: 10_000 })])],
  ['a bomb', writeXorb([{ scheme: 1, length: 100, packed: lz4Frame(new Uint8Array(400_000)) }])],
  ['a grouped bomb', writeXorb([{ scheme: 2, length: 100, packed: lz4Frame(new Uint8Array(400_000)) }])],
  ['more chunks than allowed', writeXorb(Array.from({ length: xetLimits.xorbChunks + 1 }, () => new Uint8Array(1)))],
  ['a trailer without end', Buffer.concat([xorb, Buffer.from('XETBLOB'), Buffer.alloc(xetLimits.xorbTrailerBytes)])],
  ['only a trailer', Buffer.concat([Buffer.from('XETBLOB'), Buffer.alloc(100)])],
] as const)('refuses %s', ([, bytes]) => {
  expect(() => parse(bytes)).toThrow(XetFormatError)
})

test('takes 64 MiB of content that does not get shorter, and 8,192 chunks: clients fill xorbs to the brim', () => {
  const parser = new XorbParser(hasher)
  for (let i = 0; i < 8_192; i++) parser.push(writeXorb([plain.subarray(0, 8_192)]))
  expect(parser.finish().bytes).toBe(8_192 * 8_200)
})

test('refuses more while it arrives', () => {
  const parser = new XorbParser(hasher)
  const piece = writeXorb(Array.from({ length: 8 }, () => new Uint8Array(xetLimits.maxChunkBytes)))
  let sent = 0
  expect(() => {
    for (;;) {
      parser.push(piece)
      sent += piece.length
    }
  }).toThrow(/at most/)
  expect(sent).toBeLessThanOrEqual(xetLimits.xorbBytes)
})
