/**
 * An LZ4 frame of these bytes: greedy matches using a table of the last position of each four-byte sequence. Only for tests; the hub itself
 * stores chunks as clients compressed them.
 */
export function lz4Frame(bytes: Uint8Array): Uint8Array {
  const block = lz4Block(bytes)
  const head = Buffer.alloc(11)
  head.writeUInt32LE(0x184d2204, 0)
  head.set([0x60, 0x40, 0x82], 4)
  head.writeUInt32LE(block.length, 7)
  return Buffer.concat([head, block, Buffer.alloc(4)])
}

function lz4Block(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = new Map<number, number>()
  const out: number[] = []
  let literalsFrom = 0
  let at = 0
  // The format requires the last match to start at least twelve bytes before the end.
  while (at + 12 < view.length) {
    const word = view.readUInt32LE(at)
    const match = last.get(word)
    last.set(word, at)
    if (match === undefined || at - match > 65_535) {
      at++
      continue
    }
    let length = 4
    while (at + length < view.length - 5 && view[match + length] === view[at + length]) length++
    sequence(out, view.subarray(literalsFrom, at), { distance: at - match, length })
    at += length
    literalsFrom = at
  }
  sequence(out, view.subarray(literalsFrom), null)
  return Uint8Array.from(out)
}

function sequence(out: number[], literals: Uint8Array, match: { distance: number; length: number } | null): void {
  const long = match === null ? 0 : match.length - 4
  out.push((Math.min(literals.length, 15) << 4) | Math.min(long, 15))
  more(out, literals.length)
  for (const byte of literals) out.push(byte)
  if (match === null) return
  out.push(match.distance & 0xff, match.distance >> 8)
  more(out, long)
}

function more(out: number[], length: number): void {
  if (length < 15) return
  let rest = length - 15
  for (; rest >= 255; rest -= 255) out.push(255)
  out.push(rest)
}
