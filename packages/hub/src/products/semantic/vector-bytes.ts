import { endianness } from 'node:os'

/** 32-bit floats, little-endian, as stored in the database. */
export function toVectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function fromVectorBytes(bytes: Uint8Array): Float32Array {
  // A copy: database rows need not be aligned to four bytes.
  const own = Buffer.from(bytes)
  if (endianness() !== 'LE') own.swap32()
  return new Float32Array(own.buffer.slice(own.byteOffset, own.byteOffset + own.length))
}
