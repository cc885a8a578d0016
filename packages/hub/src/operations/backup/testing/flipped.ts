/** A copy with one bit in the middle flipped, like disk corruption. */
export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}
