import { XetFormatError } from './format-error.ts'

const magic = 0x184d2204
const uncompressed = 0x8000_0000

/**
 * Decodes one LZ4 frame into a buffer of exactly the size of its content: a frame with more or less content is
 * rejected before it takes any memory. Checksums are skipped; callers have a better hash of the content.
 * @throws {XetFormatError}
 */
export function decodeLz4Frame(frame: Uint8Array, output: Uint8Array): void {
  let written = 0
  for (let block = firstBlock(frame); block !== null; block = nextBlock(frame, block)) {
    const { from, end } = block
    if (block.isPacked) written = decodeBlock(frame, from, end, output, written)
    else {
      if (written + end - from > output.length) throw broken('it contains more than the declared size')
      output.set(frame.subarray(from, end), written)
      written += end - from
    }
  }
  if (written !== output.length) throw broken('it contains less than the declared size')
}

/**
 * The content size of an LZ4 frame, for callers that do not know it: reads the lengths of its sequences without decoding.
 * @throws {XetFormatError}
 */
export function lz4FrameLength(frame: Uint8Array): number {
  let length = 0
  for (let block = firstBlock(frame); block !== null; block = nextBlock(frame, block))
    length += block.isPacked ? blockLength(frame, block.from, block.end) : block.end - block.from
  return length
}

/** The location of a block in a frame. */
interface Block {
  readonly from: number
  readonly end: number
  readonly isPacked: boolean
  /** Bytes of the checksum after it. */
  readonly checksum: number
}

function firstBlock(frame: Uint8Array): Block | null {
  if (frame.length < 7 || u32(frame, 0) !== magic) throw broken('it does not start with the LZ4 magic number')
  const flags = frame[4] ?? 0
  if (flags >> 6 !== 1) throw broken('its version is unknown')
  if ((flags & 1) !== 0) throw broken('it needs a dictionary')
  return blockAt(frame, 4 + 2 + ((flags & 0x08) === 0 ? 0 : 8) + 1, (flags & 0x10) === 0 ? 0 : 4)
}

function nextBlock(frame: Uint8Array, { end, checksum }: Block): Block | null {
  return blockAt(frame, end + checksum, checksum)
}

/** `null` at the end mark of the frame. */
function blockAt(frame: Uint8Array, position: number, checksum: number): Block | null {
  if (position + 4 > frame.length) throw broken('it ends too early')
  const head = u32(frame, position)
  if (head === 0) return null
  const from = position + 4
  const end = from + (head & 0x7fff_ffff)
  if (end > frame.length) throw broken('a block ends too early')
  return { from, end, isPacked: (head & uncompressed) === 0, checksum }
}

function u32(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
}

/** The content length of a compressed block. */
function blockLength(input: Uint8Array, from: number, end: number): number {
  let at = from
  let length = 0
  /** A four-bit length, and the bytes that extend it. */
  const whole = (nibble: number): number => {
    let sum = nibble
    for (let more = nibble === 15 ? 255 : 0; more === 255; sum += more) {
      if (at >= end) throw broken('a length ends too early')
      more = input[at++] ?? 0
    }
    return sum
  }
  while (at < end) {
    const token = input[at++] ?? 0
    const literals = whole(token >> 4)
    at += literals
    if (at > end) throw broken('literals end too early')
    length += literals
    if (at === end) break
    at += 2
    if (at > end) throw broken('an offset ends too early')
    length += whole(token & 15) + 4
  }
  return length
}

/** Decodes the block between `from` and `end`. @returns the total number of bytes written to the output */
function decodeBlock(input: Uint8Array, from: number, end: number, output: Uint8Array, start: number): number {
  const limit = output.length
  let at = from
  let out = start
  while (at < end) {
    const token = input[at++] ?? 0
    let literals = token >> 4
    if (literals === 15) {
      let more = 255
      while (more === 255) {
        if (at >= end) throw broken('a length ends too early')
        more = input[at++] ?? 0
        literals += more
      }
    }
    if (literals > 0) {
      const stop = at + literals
      if (stop > end) throw broken('literals end too early')
      if (out + literals > limit) throw broken('it contains more than the declared size')
      if (literals > 24) {
        output.set(input.subarray(at, stop), out)
        out += literals
        at = stop
      } else while (at < stop) output[out++] = input[at++] ?? 0
    }
    // The last sequence of a block has literals only.
    if (at === end) break
    if (at + 2 > end) throw broken('an offset ends too early')
    const distance = (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8)
    at += 2
    if (distance === 0 || distance > out) throw broken('an offset is out of range')
    let length = (token & 15) + 4
    if (length === 19) {
      let more = 255
      while (more === 255) {
        if (at >= end) throw broken('a length ends too early')
        more = input[at++] ?? 0
        length += more
      }
    }
    if (out + length > limit) throw broken('it contains more than the declared size')
    if (distance >= length && length > 32) {
      output.copyWithin(out, out - distance, out - distance + length)
      out += length
    } else if (distance === 1 && length > 32) {
      output.fill(output[out - 1] ?? 0, out, out + length)
      out += length
    } else {
      const stop = out + length
      for (let source = out - distance; out < stop;) output[out++] = output[source++] ?? 0
    }
  }
  return out
}

function broken(why: string): XetFormatError {
  return new XetFormatError(`A chunk is not a valid LZ4 frame: ${why}.`)
}
