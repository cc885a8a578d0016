import { createHash } from 'node:crypto'
import { createInflate, type Inflate, inflateSync } from 'node:zlib'
import type { Oid } from '../oid.ts'
import { cutOff } from './entry-header.ts'
import { inflateSmall } from './inflate-small.ts'
import { PackError } from './pack-error.ts'

/** Up to this size, streams are inflated without zlib: a call costs more than the work itself. Bytes. */
const smallBytes = 16 * 1024
const pieceBytes = 256 * 1024

/** What a pack is read from. */
export interface PackBytes {
  /** `length` bytes from `offset`, fewer at the end. */
  read(offset: number, length: number): Buffer
}

interface WithEngine {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

/**
 * Inflates the zlib stream at the start of `bytes`, which may continue after its end.
 * @param size required size of the result, in bytes
 * @param room provides memory for a small result
 * @returns the body and how many of the bytes belonged to the stream
 * @throws {PackError} if the stream is damaged, truncated, or of another size
 */
export function inflateEntry(bytes: Buffer, size: number, room: (size: number) => Buffer): { body: Buffer; length: number } {
  if (size <= smallBytes) {
    const body = room(size)
    const length = inflateSmall(bytes, body)
    if (length === 'size') throw wrongSize()
    if (length === 'short') throw cutOff()
    if (length === 'damaged') throw damaged()
    return { body, length }
  }
  try {
    // A buffer of exactly the right size: it may be kept.
    const options = { info: true, maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) }
    const { buffer, engine } = inflateSync(bytes, options) as unknown as WithEngine
    if (buffer.length !== size) throw wrongSize()
    return { body: buffer, length: engine.bytesWritten }
  } catch (error) {
    throw packErrorOf(error)
  }
}

/**
 * Maximum length of a zlib stream for this much content, unless padded on purpose. Bytes.
 * Stored blocks cost five bytes for every 16 KiB; the rest is a margin for unusual encoders.
 */
export function longestStream(size: number): number {
  return size + Math.ceil(size / 256) + 1024
}

/** Computes the id of a blob too large for memory: inflated and hashed in pieces. @throws {PackError} */
export async function hashLargeBlob(
  bytes: PackBytes,
  offset: number,
  end: number,
  size: number,
): Promise<{ oid: Oid; length: number; sample: Buffer }> {
  const hash = createHash('sha1').update(`blob ${size}\0`)
  const stream: Inflate = createInflate({ chunkSize: pieceBytes })
  // Errors surface in the loop below; a later one does not matter.
  stream.on('error', () => {})
  let received = 0
  const sample: Buffer[] = []
  const feed = async (): Promise<void> => {
    for (let at = offset; at < end && !stream.readableEnded && !stream.destroyed; at += pieceBytes) {
      const piece = bytes.read(at, Math.min(pieceBytes, end - at))
      if (stream.write(piece)) continue
      const { promise, resolve } = Promise.withResolvers<void>()
      stream.once('drain', resolve).once('close', resolve)
      await promise
      stream.off('drain', resolve).off('close', resolve)
    }
    stream.end()
  }
  // A chunk that cannot be read ends the stream: the loop below would wait for it.
  const feeding = feed().catch((error: unknown) => void stream.destroy(error as Error))
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (received < 512) sample.push(piece.subarray(0, 512 - received))
      received += piece.length
      if (received > size) throw wrongSize()
      hash.update(piece)
    }
  } catch (error) {
    throw packErrorOf(error)
  } finally {
    stream.destroy()
    await feeding
  }
  if (received !== size) throw wrongSize()
  return { oid: hash.digest('hex') as Oid, length: stream.bytesWritten, sample: Buffer.concat(sample) }
}

function wrongSize(): PackError {
  return new PackError('an object in the pack does not have the declared size')
}

function damaged(): PackError {
  return new PackError('an object in the pack is damaged')
}

function packErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ERR_BUFFER_TOO_LARGE') return wrongSize()
  if (code === 'Z_BUF_ERROR') return cutOff()
  if (typeof code === 'string' && code.startsWith('Z_')) return damaged()
  return error
}
