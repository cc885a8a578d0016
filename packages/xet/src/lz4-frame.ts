import { XetFormatError } from './format-error.ts'

const magic = 0x184d2204
const uncompressed = 0x8000_0000

/**
 * Decodes one LZ4 frame into a buffer that is exactly as large as the content must be: a frame that holds more or less is
 * refused before it takes any memory. Checksums are passed over; whoever decodes has a better hash of the content.
 * @throws {XetFormatError}
 */
export function decodeLz4Frame(frame: Uint8Array, output: Uint8Array): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (frame.length < 7 || view.getUint32(0, true) !== magic) throw broken('it does not begin as one')
  const flags = view.getUint8(4)
  if (flags >> 6 !== 1) throw broken('its version is unknown')
  if ((flags & 1) !== 0) throw broken('it needs a dictionary')
  const blockChecksum = (flags & 0x10) === 0 ? 0 : 4
  let position = 4 + 2 + ((flags & 0x08) === 0 ? 0 : 8) + 1
  let written = 0
  for (;;) {
    if (position + 4 > frame.length) throw broken('it ends too early')
    const head = view.getUint32(position, true)
    position += 4
    if (head === 0) break
    const length = head & 0x7fff_ffff
    if (position + length > frame.length) throw broken('a block ends too early')
    if ((head & uncompressed) === 0) {
      written = decodeBlock(frame, position, position + length, output, written)
    } else {
      if (written + length > output.length) throw broken('it holds more than announced')
      output.set(frame.subarray(position, position + length), written)
      written += length
    }
    position += length + blockChecksum
  }
  if (written !== output.length) throw broken('it holds less than announced')
}

/** Decodes the block between `from` and `end`. @returns how much of the output is written now */
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
      if (out + literals > limit) throw broken('it holds more than announced')
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
    if (distance === 0 || distance > out) throw broken('an offset points nowhere')
    let length = (token & 15) + 4
    if (length === 19) {
      let more = 255
      while (more === 255) {
        if (at >= end) throw broken('a length ends too early')
        more = input[at++] ?? 0
        length += more
      }
    }
    if (out + length > limit) throw broken('it holds more than announced')
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
  return new XetFormatError(`A chunk is not a proper LZ4 frame: ${why}.`)
}
