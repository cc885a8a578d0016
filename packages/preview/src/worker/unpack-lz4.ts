import { decodeLz4Frame, lz4FrameLength } from '@portolan/xet/lz4'
import { Problem } from './problem.ts'

/**
 * Unpacks an LZ4 frame, as Arrow compresses buffers: blocks may refer back to earlier ones, which the library that unpacks Parquet's
 * single blocks does not support.
 * @param maxBytes larger content is rejected before it takes memory
 */
export function unpackLz4Frame(frame: Uint8Array, maxBytes: number): Uint8Array {
  try {
    const length = lz4FrameLength(frame)
    if (length > maxBytes) throw new Problem('too-large', 'A compressed buffer decompresses to more than the limit.')
    const content = new Uint8Array(length)
    decodeLz4Frame(frame, content)
    return content
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('unreadable', 'A compressed buffer is corrupt.')
  }
}
