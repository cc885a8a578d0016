import { decodeLz4Frame, lz4FrameLength } from '@portolan/xet/lz4'
import { Problem } from './problem.ts'

/**
 * Unpacks an LZ4 frame, as Arrow packs buffers: blocks that refer to what came before them, which the library that unpacks Parquet's single
 * blocks cannot do.
 * @param maxBytes more than this is refused, before it takes memory
 */
export function unpackLz4Frame(frame: Uint8Array, maxBytes: number): Uint8Array {
  try {
    const length = lz4FrameLength(frame)
    if (length > maxBytes) throw new Problem('too-large', 'A compressed buffer unpacks to more than is read.')
    const content = new Uint8Array(length)
    decodeLz4Frame(frame, content)
    return content
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('unreadable', 'A compressed buffer is broken.')
  }
}
