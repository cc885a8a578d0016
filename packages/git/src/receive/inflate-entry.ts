import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createInflate, inflate, type Inflate, inflateSync } from 'node:zlib'
import type { Oid } from '../oid.ts'
import { cutOff } from './entry-header.ts'
import { inflateSmall } from './inflate-small.ts'
import { PackError } from './pack-error.ts'
import type { Spool } from './spool.ts'

/** Up to this size streams are inflated without zlib: calling it costs more than its work. Bytes. */
const smallBytes = 16 * 1024
/** Up to this size zlib is called where we are: a thread of its own would cost more than it saves. Bytes. */
const inlineBytes = 128 * 1024
const pieceBytes = 256 * 1024
const inThread = promisify(inflate as (data: Buffer, options: object, done: (error: Error | null, result: unknown) => void) => void)

interface WithEngine {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

/**
 * Inflates the zlib stream that begins with `bytes`, which may go on after its end.
 * @param size that the result must have, in bytes
 * @returns the body and how many of the bytes belonged to the stream
 * @throws {PackError} when the stream is damaged, cut off, or of another size
 */
export async function inflateEntry(bytes: Buffer, size: number): Promise<{ body: Buffer; length: number }> {
  if (size <= smallBytes) return inflateNow(bytes, size)
  // A buffer of the right size: what is kept of a small object is small.
  const options = { info: true, maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) }
  try {
    const { buffer, engine } = (size <= inlineBytes ? inflateSync(bytes, options) : await inThread(bytes, options)) as unknown as WithEngine
    if (buffer.length !== size) throw wrongSize()
    return { body: buffer, length: engine.bytesWritten }
  } catch (error) {
    throw packErrorOf(error)
  }
}

/** As {@link inflateEntry}, for small objects. */
function inflateNow(bytes: Buffer, size: number): { body: Buffer; length: number } {
  const body = Buffer.allocUnsafeSlow(size)
  const length = inflateSmall(bytes, body)
  if (length === 'size') throw wrongSize()
  if (length === 'short') throw cutOff()
  if (length === 'damaged') throw damaged()
  return { body, length }
}

/**
 * No zlib stream of so much content is longer, unless it was blown up on purpose. Bytes.
 * Stored blocks cost five bytes for every 16 KiB; the rest is room for odd encoders.
 */
export function longestStream(size: number): number {
  return size + Math.ceil(size / 256) + 1024
}

/** Names a blob that is too large to be held: inflated and hashed piece by piece. @throws {PackError} */
export async function hashLargeBlob(
  spool: Pick<Spool, 'read'>,
  offset: number,
  end: number,
  size: number,
): Promise<{ oid: Oid; length: number; sample: Buffer }> {
  const hash = createHash('sha1').update(`blob ${size}\0`)
  const stream: Inflate = createInflate({ chunkSize: pieceBytes })
  // Errors come out of the loop below; one that comes later is of no interest.
  stream.on('error', () => {})
  let received = 0
  const sample: Buffer[] = []
  const feed = async (): Promise<void> => {
    for (let at = offset; at < end && !stream.readableEnded && !stream.destroyed; at += pieceBytes) {
      const piece = await spool.read(at, Math.min(pieceBytes, end - at))
      if (stream.write(piece)) continue
      const { promise, resolve } = Promise.withResolvers<void>()
      stream.once('drain', resolve).once('close', resolve)
      await promise
      stream.off('drain', resolve).off('close', resolve)
    }
    stream.end()
  }
  // A piece that cannot be read ends the stream: the loop below would wait for it.
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
  return new PackError('an object in the pack has another size than it announces')
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
