/** A run of chunks of a xorb that forms part of a content. */
export interface Term {
  /** Row of `xet_xorb`. */
  readonly xorbId: number
  readonly startChunk: number
  /** Exclusive. */
  readonly endChunk: number
  /** Bytes of content. */
  readonly bytes: number
}

const termBytes = 16

/** Terms as stored in `xet_file.terms`: four little-endian 32-bit numbers each. */
export function packTerms(terms: readonly Term[]): Buffer {
  const packed = Buffer.alloc(terms.length * termBytes)
  terms.forEach(({ xorbId, startChunk, endChunk, bytes }, i) => {
    for (const [n, value] of [xorbId, startChunk, endChunk, bytes].entries()) packed.writeUInt32LE(value, i * termBytes + 4 * n)
  })
  return packed
}

export function unpackTerms(packed: Buffer): Term[] {
  return Array.from({ length: packed.length / termBytes }, (_, i) => {
    const at = i * termBytes
    return {
      xorbId: packed.readUInt32LE(at),
      startChunk: packed.readUInt32LE(at + 4),
      endChunk: packed.readUInt32LE(at + 8),
      bytes: packed.readUInt32LE(at + 12),
    }
  })
}
