/*
 * Writes a zlib stream (RFC 1950, RFC 1951) of a short body as one block with the fixed codes. Node's zlib allocates and clears some 200 KiB per
 * call, which for the small objects built from deltas takes several times as long as the compression itself. Anything longer than
 * {@link deflateSmallBytes} is better off with zlib, whose codes are adapted to the data.
 */

/** Longer bodies are not accepted. Bytes. */
export const deflateSmallBytes = 4 * 1024

const minMatch = 4
const maxMatch = 258
const hashBits = 12

/** Code and length of each literal and length symbol, with the bits in the order in which they are written. */
const literalCodes = new Uint16Array(288)
const literalBits = new Uint8Array(288)
for (let symbol = 0; symbol < 288; symbol++) {
  const [bits, value] =
    symbol < 144
      ? [8, 0x30 + symbol]
      : symbol < 256
        ? [9, 0x190 + symbol - 144]
        : symbol < 280
          ? [7, symbol - 256]
          : [8, 0xc0 + symbol - 280]
  literalBits[symbol] = bits
  literalCodes[symbol] = reversed(value, bits)
}

/** For each match length: its symbol, and the extra bits. */
const lengthSymbols = new Uint16Array(maxMatch + 1)
const lengthExtra = new Uint8Array(maxMatch + 1)
const lengthRest = new Uint8Array(maxMatch + 1)
for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const extra = symbol < 265 ? 0 : (symbol - 261) >> 2
  for (let rest = 0; rest < 1 << extra; rest++, length++) {
    lengthSymbols[length] = symbol
    lengthExtra[length] = extra
    lengthRest[length] = rest
  }
}
lengthSymbols[maxMatch] = 285
lengthExtra[maxMatch] = 0
lengthRest[maxMatch] = 0

/** For each possible distance: its symbol, and where the symbol's range of distances starts. */
const distanceSymbols = new Uint8Array(deflateSmallBytes + 1)
const distanceBase = new Uint16Array(30)
const distanceExtra = new Uint8Array(30)
const distanceCodes = new Uint8Array(30)
for (let symbol = 0, distance = 1; symbol < 30; symbol++) {
  const extra = symbol < 4 ? 0 : (symbol - 2) >> 1
  distanceBase[symbol] = distance
  distanceExtra[symbol] = extra
  distanceCodes[symbol] = reversed(symbol, 5)
  distanceSymbols.fill(symbol, Math.min(distance, distanceSymbols.length), Math.min(distance + (1 << extra), distanceSymbols.length))
  distance += 1 << extra
}

/** Last position of each hash, counted across bodies so that nothing has to be cleared in between. */
const heads = new Int32Array(1 << hashBits)
let counted = 1
const scratch = Buffer.alloc(2 * deflateSmallBytes + 64)

/** @param body at most {@link deflateSmallBytes} */
export function deflateSmall(body: Uint8Array): Buffer {
  const size = body.length
  if (size > deflateSmallBytes) throw new RangeError('The body is not small')
  if (counted > 0x7ff00000) {
    heads.fill(0)
    counted = 1
  }
  const start = counted
  counted += size + 1
  let out = 2
  // The final block, with the fixed codes.
  let hold = 3
  let held = 3
  let at = 0
  const last = size - minMatch
  // Incompressible bytes take at most nine bits each: then they are stored instead.
  while (at < size) {
    let length = 0
    let distance = 0
    if (at <= last) {
      const word =
        (body[at] as number) | ((body[at + 1] as number) << 8) | ((body[at + 2] as number) << 16) | ((body[at + 3] as number) << 24) | 0
      const slot = Math.imul(word, 0x9e3779b1) >>> (32 - hashBits)
      const before = (heads[slot] as number) - start
      heads[slot] = start + at
      if (before >= 0) {
        const most = Math.min(maxMatch, size - at)
        while (length < most && body[before + length] === body[at + length]) length++
        distance = at - before
      }
    }
    if (length < minMatch) {
      const literal = body[at++] as number
      hold |= (literalCodes[literal] as number) << held
      held += literalBits[literal] as number
    } else {
      const symbol = lengthSymbols[length] as number
      hold |= (literalCodes[symbol] as number) << held
      held += literalBits[symbol] as number
      hold |= (lengthRest[length] as number) << held
      held += lengthExtra[length] as number
      for (; held >= 8; held -= 8) {
        scratch[out++] = hold & 0xff
        hold >>>= 8
      }
      const far = distanceSymbols[distance] as number
      hold |= (distanceCodes[far] as number) << held
      held += 5
      hold |= (distance - (distanceBase[far] as number)) << held
      held += distanceExtra[far] as number
      const end = at + length
      // Indexing every second position is enough.
      for (at += 1; at < end; at += 2) {
        if (at > last) continue
        const word =
          (body[at] as number) | ((body[at + 1] as number) << 8) | ((body[at + 2] as number) << 16) | ((body[at + 3] as number) << 24) | 0
        heads[Math.imul(word, 0x9e3779b1) >>> (32 - hashBits)] = start + at
      }
      at = end
    }
    for (; held >= 8; held -= 8) {
      scratch[out++] = hold & 0xff
      hold >>>= 8
    }
  }
  // The end of the block: seven zeros.
  held += 7
  for (; held > 0; held -= 8) {
    scratch[out++] = hold & 0xff
    hold >>>= 8
  }
  if (out > size + 7) {
    scratch[2] = 1
    scratch.writeUInt16LE(size, 3)
    scratch.writeUInt16LE(size ^ 0xffff, 5)
    scratch.set(body, 7)
    out = 7 + size
  }
  scratch[0] = 0x78
  scratch[1] = 0x01
  out = scratch.writeUInt32BE(adler32(body), out)
  // Memory of its own: as part of a shared block, a stream that is kept would keep its neighbors, too.
  const stream = Buffer.allocUnsafeSlow(out)
  scratch.copy(stream, 0, 0, out)
  return stream
}

function adler32(bytes: Uint8Array): number {
  let a = 1
  let b = 0
  for (let i = 0; i < bytes.length;) {
    // This many sums stay below 2^32.
    const stop = Math.min(bytes.length, i + 3_800)
    for (; i < stop; i++) {
      a += bytes[i] as number
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  return b * 65_536 + a
}

function reversed(value: number, bits: number): number {
  let result = 0
  for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit)
  return result
}
