import { createHash, randomFillSync } from 'node:crypto'
import { Chunker, openHasher, writeXorb, XorbParser } from '@portolan/xet'
import { lz4Frame, patternedBytes } from '@portolan/xet/testing'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'

/*
 * How fast does one core split content into chunks, hash them, and verify an incoming xorb? MB/s of content, compared with OpenSSL's SHA-256 of the
 * same bytes, which every upload pays for as well. Measured in CPU time of the whole process, including garbage collection, so the result is the same
 * on a shared machine.
 */
const rounds = roundsOr(9)
const content = randomFillSync(Buffer.alloc(60 * 1024 * 1024))
const hasher = await openHasher()
const pieces = (bytes: Uint8Array) =>
  Array.from({ length: Math.ceil(bytes.length / 262_144) }, (_, i) => bytes.subarray(i * 262_144, (i + 1) * 262_144))

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const chunker = new Chunker()
  const chunks = pieces(bytes).flatMap((piece) => chunker.push(piece))
  const last = chunker.finish()
  return last === null ? chunks : [...chunks, last]
}

const chunks = chunksOf(content)
const plain = writeXorb(chunks)
const pattern = patternedBytes(65_536)
const frame = lz4Frame(pattern)
const packed = writeXorb(Array.from({ length: 900 }, () => ({ scheme: 1 as const, length: pattern.length, packed: frame })))

function check(xorb: Uint8Array): void {
  const parser = new XorbParser(hasher)
  for (const piece of pieces(xorb)) parser.push(piece)
  parser.finish()
}

const timed = (bytes: number, work: () => void) => async () => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return bytes / (user + system)
}
const contestants = {
  'sha-256': timed(content.length, () => void createHash('sha256').update(content).digest()),
  'cut into chunks': timed(content.length, () => void chunksOf(content)),
  'BLAKE3 of chunks': timed(content.length, () => chunks.forEach((chunk) => hasher.chunk(chunk))),
  'cut and hash': timed(content.length, () => chunksOf(content).forEach((chunk) => hasher.chunk(chunk))),
  'check a xorb, not compressed': timed(content.length, () => check(plain)),
  'check a xorb, LZ4': timed(900 * pattern.length, () => check(packed)),
}
await interleaved(contestants, 2)
const measured = await interleaved(contestants, rounds)
const medians = Object.fromEntries(Object.entries(measured).map(([name, speeds]) => [name, median(speeds)]))
for (const [name, speed] of Object.entries(medians))
  console.log(
    `${name.padEnd(30)} ${speed.toFixed(0).padStart(6)} MB/s a core · ${(speed / (medians['sha-256'] ?? 1)).toFixed(2)} of sha-256`,
  )
writeResult('xet-chunking', { unit: 'MB/s of content, median', rounds, chunks: chunks.length, medians, all: measured })
