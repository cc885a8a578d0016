import { promisify } from 'node:util'
import { deflate, deflateSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { deflateSmall, deflateSmallBytes } from './receive/deflate-small.ts'
import { inflateSmall } from './receive/inflate-small.ts'

/** Up to this size, zlib runs in the calling thread: handing the body over would cost more than it saves. Bytes. */
const inlineBytes = 128 * 1024
/** Up to this size, bodies are inflated without zlib: setting it up costs more than the work itself. Bytes. */
const inflateSmallBytes = 16 * 1024
// Level 1: cards and configs are small, and packs copy the stream as is.
const level = 1

const deflateInThread = promisify<Uint8Array, ZlibOptions, Buffer>(deflate)

/** The zlib stream of a body, in memory of its own size. */
export function deflateBody(body: Uint8Array): Buffer {
  return body.length <= deflateSmallBytes ? deflateSmall(body) : ownMemory(deflateSync(body, { level }))
}

/** {@link deflateBody}, in another thread when the body is large. */
export function deflateBodyAside(body: Uint8Array): Buffer | Promise<Buffer> {
  return body.length <= inlineBytes ? deflateBody(body) : deflateInThread(body, { level }).then(ownMemory)
}

/**
 * Inflates the stream of a stored object.
 * @param size of the body, as recorded
 * @returns `null` when the stream is damaged or the body has another size
 */
export function inflateBody(z: Uint8Array, size: number): Buffer | null {
  if (size <= inflateSmallBytes) {
    const body = Buffer.allocUnsafeSlow(size)
    return typeof inflateSmall(z, body) === 'number' ? body : null
  }
  try {
    const body = inflateSync(z, { maxOutputLength: size, chunkSize: Math.max(64, Math.min(size + 1, 1024 * 1024)) })
    return body.length === size ? body : null
  } catch {
    return null
  }
}

/** Zlib returns part of a larger block, all of which would stay in memory: 16 KiB for each small object. */
function ownMemory(stream: Buffer): Buffer {
  return stream.buffer.byteLength <= stream.length + 1024 ? stream : Buffer.from(Uint8Array.prototype.slice.call(stream).buffer)
}
