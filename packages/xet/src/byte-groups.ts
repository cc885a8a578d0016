/**
 * Undoes the byte grouping that makes four-byte numbers compress better: first all bytes at positions divisible by
 * four, then the next ones, and so on. The first groups are one byte longer if the length is not a multiple of four.
 */
export function ungroupBytes(grouped: Uint8Array, output: Uint8Array): void {
  const length = grouped.length
  let from = 0
  for (let group = 0; group < 4; group++) {
    for (let to = group; to < length; to += 4) output[to] = grouped[from++] ?? 0
  }
}

/** The inverse of {@link ungroupBytes}. */
export function groupBytes(bytes: Uint8Array): Uint8Array {
  const grouped = new Uint8Array(bytes.length)
  let to = 0
  for (let group = 0; group < 4; group++) {
    for (let from = group; from < bytes.length; from += 4) grouped[to++] = bytes[from] ?? 0
  }
  return grouped
}
