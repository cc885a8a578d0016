/*
 * Inflates one zlib stream (RFC 1950, RFC 1951) into a buffer of exactly the announced size, and returns where it ended. Packs contain hundreds of
 * thousands of streams of a few hundred bytes, each of which would cost Node's zlib a native object of some 40 KiB and several allocations:
 * for those this is four times as fast. Large streams are left to zlib.
 */

const maxBits = 15
/** Codes up to this many bits take a single table lookup: of literals and lengths, and all others. Filling the tables is a third of the work. */
const fastBits = 9
const fastMask = (1 << fastBits) - 1
const fewBits = 7
const fewMask = (1 << fewBits) - 1

const lengthBase = Uint16Array.of(
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  13,
  15,
  17,
  19,
  23,
  27,
  31,
  35,
  43,
  51,
  59,
  67,
  83,
  99,
  115,
  131,
  163,
  195,
  227,
  258,
)
const lengthExtra = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0)
const distanceBase = Uint16Array.from([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385,
  24577,
])
const distanceExtra = Uint8Array.of(0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13)
const codeOrder = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)

/** A Huffman code: short codes in a lookup table, longer ones by counting (canonical codes). */
interface Code {
  /** By the next bits: symbol × 16 + length; 0 for a longer code, or none. */
  readonly fast: Uint16Array
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

function emptyCode(symbols: number, bits: number): Code {
  return { fast: new Uint16Array(1 << bits), counts: new Uint16Array(maxBits + 1), symbols: new Uint16Array(symbols) }
}

/** The bits of each short code in reverse, as {@link fastBits} bits. */
const reversed = new Uint16Array(1 << fastBits)
for (let value = 0; value < 1 << fastBits; value++)
  for (let bit = 0; bit < fastBits; bit++) reversed[value] = (reversed[value] as number) | (((value >> bit) & 1) << (fastBits - 1 - bit))

const offsets = new Uint16Array(maxBits + 2)
const firsts = new Uint16Array(maxBits + 2)

/** Builds a code from the lengths of its symbols. @returns false if the code is over-subscribed or incomplete */
function build(code: Code, lengths: Uint8Array, from: number, to: number): boolean {
  const { fast, counts, symbols } = code
  const mask = fast.length - 1
  for (let bits = 0; bits <= maxBits; bits++) counts[bits] = 0
  for (let i = from; i < to; i++) counts[lengths[i] as number] = (counts[lengths[i] as number] as number) + 1
  const used = to - from - (counts[0] as number)
  let left = 1
  let next = 0
  let offset = 0
  let longest = 0
  for (let bits = 1; bits <= maxBits; bits++) {
    const count = counts[bits] as number
    left = left * 2 - count
    if (left < 0) return false
    firsts[bits] = next
    next = (next + count) << 1
    offsets[bits] = offset
    offset += count
    if (count > 0) longest = bits
  }
  // A code with a single one-bit symbol is allowed, and so is an empty one that is never used.
  if (left > 0 && !(used === 0 || (used === 1 && counts[1] === 1))) return false
  // Otherwise, every place is written below.
  if (left > 0 || 1 << longest > fast.length) fast.fill(0)
  for (let i = from; i < to; i++) {
    const bits = lengths[i] as number
    if (bits === 0) continue
    const symbol = i - from
    const place = offsets[bits] as number
    symbols[place] = symbol
    offsets[bits] = place + 1
    const value = firsts[bits] as number
    firsts[bits] = value + 1
    if (1 << bits > fast.length) continue
    const found = symbol * 16 + bits
    const step = 1 << bits
    for (let at = (reversed[value] as number) >> (fastBits - bits); at <= mask; at += step) fast[at] = found
  }
  counts[0] = 0
  return true
}

const fixedLiterals = emptyCode(288, fastBits)
const fixedDistances = emptyCode(32, fewBits)
{
  const lengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288)
  build(fixedLiterals, lengths, 0, 288)
  // All thirty-two have a code; two of them are unused.
  build(fixedDistances, new Uint8Array(32).fill(5), 0, 32)
}
const literals = emptyCode(288, fastBits)
const distances = emptyCode(32, fewBits)
const headerCode = emptyCode(19, fewBits)
const lengths = new Uint8Array(320)

/** Where the input is read, between {@link inflateSmall} and the functions below. */
let input: Uint8Array = new Uint8Array(0)
let inputAt = 0
let bitHold = 0
let bitsHeld = 0

/** Reads the lengths of a block's codes, with the code for them. @returns false if they are damaged */
function readLengths(count: number): boolean {
  const source = input
  const end = source.length
  const { fast } = headerCode
  let at = inputAt
  let hold = bitHold
  let held = bitsHeld
  let isValid = true
  for (let i = 0; i < count;) {
    // The longest code has seven bits, and as many may follow. Past the end, zeros are read.
    for (; held < 14; held += 8) hold |= (at < end ? (source[at++] as number) : (at++, 0)) << held
    const found = fast[hold & fewMask] as number
    if (found === 0) {
      isValid = false
      break
    }
    hold >>>= found & 15
    held -= found & 15
    const symbol = found >> 4
    if (symbol < 16) {
      lengths[i++] = symbol
      continue
    }
    const bits = symbol === 16 ? 2 : symbol === 17 ? 3 : 7
    const stop = i + (symbol === 18 ? 11 : 3) + (hold & ((1 << bits) - 1))
    hold >>>= bits
    held -= bits
    if (stop > count || (symbol === 16 && i === 0)) {
      isValid = false
      break
    }
    for (const repeated = symbol === 16 ? (lengths[i - 1] as number) : 0; i < stop; i++) lengths[i] = repeated
  }
  inputAt = at
  bitHold = hold
  bitsHeld = held
  return isValid
}

/**
 * Inflates the symbols of a block, which is nearly all of the work: everything it needs is in local variables, and nothing is called.
 * @returns where the output ends
 */
function inflateBlock(target: Uint8Array, start: number, literal: Code, distance: Code): number | 'size' | 'damaged' {
  const source = input
  const end = source.length
  const room = target.length
  const literalFast = literal.fast
  const distanceFast = distance.fast
  let at = inputAt
  let hold = bitHold
  let held = bitsHeld
  let out = start
  let result: number | 'size' | 'damaged' = 'damaged'
  for (;;) {
    if (held < maxBits) {
      // Two bytes at once, which always fit; past the end, zeros are read, and the caller checks for that.
      const low = at < end ? (source[at] as number) : 0
      const high = at + 1 < end ? (source[at + 1] as number) : 0
      hold |= (low | (high << 8)) << held
      at += 2
      held += 16
    }
    let found = literalFast[hold & fastMask] as number
    let symbol = found >> 4
    if (found !== 0) {
      hold >>>= found & 15
      held -= found & 15
    } else {
      found = longCode(literal, hold)
      if (found < 0) break
      symbol = found >> 4
      hold >>>= found & 15
      held -= found & 15
    }
    if (symbol < 256) {
      if (out >= room) {
        result = 'size'
        break
      }
      target[out++] = symbol
      continue
    }
    if (symbol === 256) {
      result = out
      break
    }
    if (symbol > 285) break
    if (held < maxBits) {
      const low = at < end ? (source[at] as number) : 0
      const high = at + 1 < end ? (source[at + 1] as number) : 0
      hold |= (low | (high << 8)) << held
      at += 2
      held += 16
    }
    let extra = lengthExtra[symbol - 257] as number
    const length = (lengthBase[symbol - 257] as number) + (hold & ((1 << extra) - 1))
    hold >>>= extra
    held -= extra
    if (held < maxBits) {
      const low = at < end ? (source[at] as number) : 0
      const high = at + 1 < end ? (source[at + 1] as number) : 0
      hold |= (low | (high << 8)) << held
      at += 2
      held += 16
    }
    found = distanceFast[hold & fewMask] as number
    if (found === 0) found = longCode(distance, hold)
    const far = found >> 4
    if (found < 0 || far > 29) break
    hold >>>= found & 15
    held -= found & 15
    if (held < maxBits) {
      const low = at < end ? (source[at] as number) : 0
      const high = at + 1 < end ? (source[at + 1] as number) : 0
      hold |= (low | (high << 8)) << held
      at += 2
      held += 16
    }
    extra = distanceExtra[far] as number
    const back = (distanceBase[far] as number) + (hold & ((1 << extra) - 1))
    hold >>>= extra
    held -= extra
    if (back > out) break
    if (out + length > room) {
      result = 'size'
      break
    }
    if (back >= length && length > 32) target.copyWithin(out, out - back, out - back + length)
    else for (let i = out; i < out + length; i++) target[i] = target[i - back] as number
    out += length
  }
  inputAt = at
  bitHold = hold
  bitsHeld = held
  return result
}

/** Looks up a code of more than {@link fastBits}. @returns as in the table, or -1 */
function longCode({ counts, symbols }: Code, hold: number): number {
  let code = 0
  let first = 0
  let index = 0
  for (let bits = 1; bits <= maxBits; bits++) {
    code |= (hold >> (bits - 1)) & 1
    const count = counts[bits] as number
    if (code - count < first) return (symbols[index + (code - first)] as number) * 16 + bits
    index += count
    first = (first + count) << 1
    code <<= 1
  }
  return -1
}

/** What is wrong with a stream. `short`: the input ends too early. `size`: the content is longer or shorter than announced. */
export type InflateFault = 'damaged' | 'short' | 'size'

/**
 * @param target is filled exactly
 * @returns how many bytes of `source` belong to the stream, or what is wrong with it
 */
export function inflateSmall(source: Uint8Array, target: Uint8Array): number | InflateFault {
  const end = source.length
  if (end < 2) return 'short'
  const method = source[0] as number
  const flags = source[1] as number
  // Git does not use preset dictionaries.
  if ((method & 15) !== 8 || method >> 4 > 7 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0) return 'damaged'
  let at = 2
  let hold = 0
  let held = 0
  let out = 0
  const room = target.length

  // Past the end, zeros are read; the end of each block checks for that.
  const refill = (bits: number): void => {
    while (held < bits) {
      hold |= (at < end ? (source[at] as number) : 0) << held
      at++
      held += 8
    }
  }
  const take = (bits: number): number => {
    refill(bits)
    const value = hold & ((1 << bits) - 1)
    hold >>>= bits
    held -= bits
    return value
  }
  const isOver = (): boolean => at - (held >> 3) > end

  for (let isLast = 0; isLast === 0;) {
    isLast = take(1)
    const kind = take(2)
    if (kind === 0) {
      // Skip to the next byte boundary.
      at -= held >> 3
      hold = 0
      held = 0
      if (at + 4 > end) return 'short'
      const length = (source[at] as number) | ((source[at + 1] as number) << 8)
      if ((length ^ ((source[at + 2] as number) | ((source[at + 3] as number) << 8))) !== 0xffff) return 'damaged'
      at += 4
      if (at + length > end) return 'short'
      if (out + length > room) return 'size'
      target.set(source.subarray(at, at + length), out)
      at += length
      out += length
      continue
    }
    if (kind === 3) return isOver() ? 'short' : 'damaged'
    let literal = fixedLiterals
    let distance = fixedDistances
    if (kind === 2) {
      const literalCount = take(5) + 257
      const distanceCount = take(5) + 1
      const headerCount = take(4) + 4
      if (literalCount > 286 || distanceCount > 30) return isOver() ? 'short' : 'damaged'
      lengths.fill(0, 0, 19)
      for (let i = 0; i < headerCount; i++) lengths[codeOrder[i] as number] = take(3)
      if (isOver()) return 'short'
      if (!build(headerCode, lengths, 0, 19)) return 'damaged'
      const all = literalCount + distanceCount
      input = source
      inputAt = at
      bitHold = hold
      bitsHeld = held
      const isValid = readLengths(all)
      at = inputAt
      hold = bitHold
      held = bitsHeld
      if (!isValid) return isOver() ? 'short' : 'damaged'
      if (isOver()) return 'short'
      if (lengths[256] === 0 || !build(literals, lengths, 0, literalCount) || !build(distances, lengths, literalCount, all))
        return 'damaged'
      literal = literals
      distance = distances
    }
    input = source
    inputAt = at
    bitHold = hold
    bitsHeld = held
    const ended = inflateBlock(target, out, literal, distance)
    at = inputAt
    hold = bitHold
    held = bitsHeld
    if (typeof ended === 'string') return ended === 'size' && !isOver() ? 'size' : isOver() ? 'short' : 'damaged'
    out = ended
    if (isOver()) return 'short'
  }
  at -= held >> 3
  if (at + 4 > end) return 'short'
  let a = 1
  let b = 0
  for (let i = 0; i < out;) {
    // This many sums stay below 2^32.
    const stop = Math.min(out, i + 3_800)
    for (; i + 4 <= stop; i += 4) {
      const w = target[i] as number
      const x = target[i + 1] as number
      const y = target[i + 2] as number
      const z = target[i + 3] as number
      b += 4 * (a + w) + 3 * x + 2 * y + z
      a += w + x + y + z
    }
    for (; i < stop; i++) {
      a += target[i] as number
      b += a
    }
    a %= 65_521
    b %= 65_521
  }
  const sum =
    (source[at] as number) * 0x1000000 + ((source[at + 1] as number) << 16) + ((source[at + 2] as number) << 8) + (source[at + 3] as number)
  if (sum !== b * 65_536 + a) return 'damaged'
  return out === room ? at + 4 : 'size'
}
