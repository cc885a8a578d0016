import { endianness } from 'node:os'

/** 32-bit floats, little-endian, as the database keeps them. */
export function toVectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function fromVectorBytes(bytes: Uint8Array): Float32Array {
  // A copy: rows of the database need not lie at a multiple of four.
  const own = Buffer.from(bytes)
  if (endianness() !== 'LE') own.swap32()
  return new Float32Array(own.buffer.slice(own.byteOffset, own.byteOffset + own.length))
}
