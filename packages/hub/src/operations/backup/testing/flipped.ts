/** A copy with one bit in its middle the other way round, as a disk damages it. */
export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}
