import { InputError } from '../input-error.ts'

/** Sound with one channel. */
export interface Sound {
  /** From -1 to 1. */
  readonly samples: Float32Array
  /** Samples per second. */
  readonly rate: number
}

/** True if the bytes start like a RIFF WAVE file. */
export function isWav(bytes: Uint8Array): boolean {
  return tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WAVE'
}

/**
 * Reads a WAV file: PCM with 8, 16, 24 or 32 bits, IEEE floats, A-law and µ-law; channels are mixed. Unknown chunks are skipped.
 * @see http://soundfile.sapp.org/doc/WaveFormat/ and RFC 2361
 * @throws {InputError}
 */
export function readWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format: { code: number; channels: number; rate: number; bits: number } | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (tag(bytes, at) === 'fmt ' && start + 16 <= bytes.length) {
      const code = view.getUint16(start, true)
      format = {
        // In the extensible format, the actual format is in the first two bytes of its GUID.
        code: code === 0xfffe && start + 26 <= bytes.length ? view.getUint16(start + 24, true) : code,
        channels: view.getUint16(start + 2, true),
        rate: view.getUint32(start + 4, true),
        bits: view.getUint16(start + 14, true),
      }
    }
    if (tag(bytes, at) === 'data' && format !== null) {
      // Recorders that write to a pipe leave the size unset.
      const end = Math.min(bytes.length, start + size)
      return { samples: samplesOf(view, start, end, format), rate: format.rate }
    }
    at = start + size + (size % 2)
  }
  throw new InputError('The WAV file contains no audio.')
}

function samplesOf(
  view: DataView,
  start: number,
  end: number,
  format: { code: number; channels: number; rate: number; bits: number },
): Float32Array {
  const { code, channels, rate, bits } = format
  const read = readerOf(view, code, bits)
  const width = bits / 8
  if (read === null || channels < 1 || channels > 32 || rate < 1000 || rate > 384_000)
    throw new InputError(`WAV files with format ${code}, ${bits} bits, ${channels} channels at ${rate} Hz are not supported.`)
  const frames = Math.floor((end - start) / (width * channels))
  const samples = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) sum += read(start + (frame * channels + channel) * width)
    samples[frame] = sum / channels
  }
  return samples
}

function readerOf(view: DataView, code: number, bits: number): ((at: number) => number) | null {
  if (code === 1 && bits === 8) return (at) => (view.getUint8(at) - 128) / 128
  if (code === 1 && bits === 16) return (at) => view.getInt16(at, true) / 32_768
  if (code === 1 && bits === 24) return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608
  if (code === 1 && bits === 32) return (at) => view.getInt32(at, true) / 2_147_483_648
  if (code === 3 && bits === 32) return (at) => view.getFloat32(at, true)
  if (code === 3 && bits === 64) return (at) => view.getFloat64(at, true)
  if (code === 6 && bits === 8) return (at) => aLaw(view.getUint8(at))
  if (code === 7 && bits === 8) return (at) => muLaw(view.getUint8(at))
  return null
}

/** ITU-T G.711. */
function aLaw(byte: number): number {
  const value = byte ^ 0x55
  const exponent = (value & 0x70) >> 4
  const mantissa = value & 0x0f
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1)
  return (value & 0x80 ? size : -size) / 32_768
}

/** ITU-T G.711. */
function muLaw(byte: number): number {
  const value = ~byte & 0xff
  const size = (((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)
  return (value & 0x80 ? 0x84 - size : size - 0x84) / 32_768
}

/** A 16-bit mono WAV file. */
export function writeWav(samples: Float32Array, rate: number): Uint8Array {
  const file = Buffer.alloc(44 + samples.length * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries()) {
    const bounded = Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0
    file.writeInt16LE(Math.round(bounded * 32_767), 44 + index * 2)
  }
  return file
}

function tag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
