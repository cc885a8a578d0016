import { chunkHeaderBytes, readChunkHeader } from '@portolan/xet'
import type { Hub } from '../../hub.ts'
import { readBlobBytes } from './read-blob-bytes.ts'
import { loadXorbs, type StoredXorb, xorbLayout } from './stored-xorb.ts'
import type { Term } from './terms.ts'
import { openContentDigest, unpackChunks } from './xorb-threads.ts'

/** Content that is read, decompressed and sent at once; each reader has two such pieces in memory. Bytes. */
const runBytes = 2 * 1024 * 1024
/** Terms whose xorbs are looked up together. */
const termBatch = 256

/** Adjacent chunks of one xorb, and the part of their content that is wanted. */
interface Run {
  readonly xorb: StoredXorb
  readonly startChunk: number
  readonly endChunk: number
  /** Bytes of content to skip at the start. */
  readonly skip: number
  /** Bytes of content to return after those. */
  readonly take: number
}

/**
 * Reads the content that terms describe, or the part from byte `start` to `end`, inclusive. The next piece is read
 * while the current one is sent.
 */
export async function* readTerms(hub: Hub, terms: readonly Term[], range: { start: number; end: number }): AsyncGenerator<Uint8Array> {
  let next: Promise<Uint8Array> | null = null
  for await (const run of runsOf(hub, terms, range)) {
    const reading = readRun(hub, run)
    // It is awaited only after the previous piece was consumed; a failure before that is not an unhandled rejection.
    reading.catch(() => {})
    if (next !== null) yield await next
    next = reading
  }
  if (next !== null) yield await next
}

/**
 * Computes the sha-256 of the content that terms describe, lower-case hex.
 * @param onProgress called now and then with the number of bytes hashed
 */
export async function digestTerms(hub: Hub, terms: readonly Term[], onProgress: (bytes: number) => void = () => {}): Promise<string> {
  const size = terms.reduce((sum, { bytes }) => sum + bytes, 0)
  const digest = openContentDigest()
  try {
    let done = 0
    let pushed: Promise<void> = Promise.resolve()
    for await (const run of runsOf(hub, terms, { start: 0, end: size - 1 })) {
      const bytes = await packedBytes(hub, run)
      await pushed
      pushed = digest.push({ bytes, contentBytes: contentBytes(run), bare: run.xorb.layout === xorbLayout.bare })
      pushed.catch(() => {})
      done += run.take
      onProgress(done)
    }
    await pushed
    return await digest.finish()
  } catch (error) {
    digest.drop()
    throw error
  }
}

async function* runsOf(hub: Hub, terms: readonly Term[], { start, end }: { start: number; end: number }): AsyncGenerator<Run> {
  let termStart = 0
  for (let at = 0; at < terms.length && termStart <= end; at += termBatch) {
    const batch = terms.slice(at, at + termBatch)
    const batchBytes = batch.reduce((sum, { bytes }) => sum + bytes, 0)
    if (termStart + batchBytes <= start) {
      termStart += batchBytes
      continue
    }
    const xorbs = await loadXorbs(
      hub,
      batch.map(({ xorbId }) => xorbId),
    )
    for (const term of batch) {
      const xorb = xorbs.get(term.xorbId)
      if (xorb === undefined) throw new Error(`xorb ${term.xorbId} was not loaded`)
      if (termStart + term.bytes > start && termStart <= end) yield* runsOfTerm(term, xorb, start - termStart, end - termStart)
      termStart += term.bytes
    }
  }
}

/** @param first the first byte to return, relative to the start of the term; may be negative. @param last may be past its end */
function* runsOfTerm(term: Term, xorb: StoredXorb, first: number, last: number): Generator<Run> {
  const starts = xorb.contentStarts
  const base = starts[term.startChunk] ?? 0
  const from = Math.max(0, first) + base
  const to = Math.min(term.bytes - 1, last) + base
  for (let chunk = chunkAt(starts, term.startChunk, term.endChunk, from); chunk < term.endChunk && (starts[chunk] ?? 0) <= to;) {
    let end = chunk + 1
    while (end < term.endChunk && (starts[end] ?? 0) <= to && (starts[end + 1] ?? 0) - (starts[chunk] ?? 0) <= runBytes) end++
    const runStart = starts[chunk] ?? 0
    const skip = Math.max(0, from - runStart)
    yield { xorb, startChunk: chunk, endChunk: end, skip, take: Math.min(starts[end] ?? 0, to + 1) - runStart - skip }
    chunk = end
  }
}

/** The chunk containing this byte of the concatenated content of all chunks. */
function chunkAt(starts: Float64Array, low: number, high: number, byte: number): number {
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= byte) low = middle
    else high = middle
  }
  return low
}

async function readRun(hub: Hub, run: Run): Promise<Uint8Array> {
  const { xorb, skip, take } = run
  const bytes = await packedBytes(hub, run)
  const content = xorb.layout === xorbLayout.bare ? bytes : (withoutHeaders(bytes) ?? (await unpackChunks(bytes, contentBytes(run))))
  return content.subarray(skip, skip + take)
}

function packedBytes(hub: Hub, { xorb, startChunk, endChunk }: Run): Promise<Uint8Array> {
  if (xorb.layout === xorbLayout.bare) {
    const start = xorb.contentStarts[startChunk] ?? 0
    return readBlobBytes(hub, xorb.blob, xorb.blobOffset + start, (xorb.contentStarts[endChunk] ?? 0) - start)
  }
  const start = xorb.index.start(startChunk)
  return readBlobBytes(hub, xorb.blob, start, xorb.index.end(endChunk - 1) - start)
}

function contentBytes({ xorb, startChunk, endChunk }: Run): number {
  return (xorb.contentStarts[endChunk] ?? 0) - (xorb.contentStarts[startChunk] ?? 0)
}

/**
 * Compacts the contents of uncompressed chunks within the same buffer: one large piece is sent several times as fast as
 * one per chunk. Returns `null`, and moves nothing, if any chunk is compressed.
 */
function withoutHeaders(bytes: Uint8Array): Uint8Array | null {
  const starts: number[] = []
  for (let at = 0; at < bytes.length;) {
    const { scheme, packedBytes: length } = readChunkHeader(bytes, at)
    if (scheme !== 0) return null
    starts.push(at + chunkHeaderBytes)
    at += chunkHeaderBytes + length
  }
  let to = 0
  for (const [i, start] of starts.entries()) {
    const end = (starts[i + 1] ?? bytes.length + chunkHeaderBytes) - chunkHeaderBytes
    bytes.copyWithin(to, start, end)
    to += end - start
  }
  return bytes.subarray(0, to)
}
