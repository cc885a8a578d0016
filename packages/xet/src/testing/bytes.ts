/** Incompressible bytes, deterministic for a seed (xorshift). */
export function randomBytes(length: number, seed: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = (seed * 2_654_435_761) >>> 0 || 1
  for (let i = 0; i < words.length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[i] = state >>> 0
  }
  return new Uint8Array(words.buffer, 0, length)
}

/** Bytes that compress well, like rows of small numbers. */
export function patternedBytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i % 4 === 3 ? 0x3f : i % 4 === 2 ? 0x80 : (i >> 5) & 0xff))
}
