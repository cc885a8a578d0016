import { InputError } from '../input-error.ts'
import { fromRuntime } from '../runtime.ts'
import { isWav, readWav, type Sound } from './wav.ts'

/** Half an hour at 48 kHz in two channels is decoded; callers have to split longer sounds. */
const maxSamples = 2 * 48_000 * 1800

/** One of the decoders of `wasm-audio-decoders`. */
interface Decoder {
  readonly ready: Promise<void>
  decodeFile?(bytes: Uint8Array): Promise<Decoded>
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
  free(): void
}

interface Decoded {
  readonly channelData: readonly Float32Array[]
  readonly samplesDecoded: number
  readonly sampleRate: number
}

/** Decodes WAV, FLAC, MP3, Ogg Vorbis and Ogg Opus, and mixes the channels. @throws {InputError} */
export async function readSound(bytes: Uint8Array, entry: string): Promise<Sound> {
  if (isWav(bytes)) return readWav(bytes)
  const decoder = await decoderOf(bytes, entry)
  if (decoder === null) throw new InputError('The audio format is not supported. Use WAV, FLAC, MP3, Ogg Vorbis, or Ogg Opus.')
  try {
    await decoder.ready
    const decoded = await (decoder.decodeFile?.(bytes) ?? decoder.decode(bytes))
    if (decoded.samplesDecoded === 0) throw new InputError('The audio is empty or corrupt.')
    return { samples: mix(decoded), rate: decoded.sampleRate }
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError('The audio is corrupt.', { cause: error })
  } finally {
    decoder.free()
  }
}

async function decoderOf(bytes: Uint8Array, entry: string): Promise<Decoder | null> {
  const head = String.fromCharCode(...bytes.subarray(0, 64))
  const load = async (name: string, member: string): Promise<Decoder> => {
    const module = fromRuntime(entry)(name) as Record<string, new () => Decoder>
    const Constructor = module[member]
    if (!Constructor) throw new Error(`${name} has no ${member}`)
    return new Constructor()
  }
  if (head.startsWith('fLaC') || (head.startsWith('OggS') && head.includes('FLAC'))) return load('@wasm-audio-decoders/flac', 'FLACDecoder')
  if (head.startsWith('OggS') && head.includes('OpusHead')) return load('ogg-opus-decoder', 'OggOpusDecoder')
  if (head.startsWith('OggS') && head.includes('vorbis')) return load('@wasm-audio-decoders/ogg-vorbis', 'OggVorbisDecoder')
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return load('mpg123-decoder', 'MPEGDecoder')
  return null
}

function mix({ channelData, samplesDecoded }: Decoded): Float32Array {
  const channels = channelData.length
  if (samplesDecoded * channels > maxSamples) throw new InputError('The audio is longer than 30 minutes.')
  const samples = new Float32Array(samplesDecoded)
  for (const channel of channelData)
    for (let index = 0; index < samplesDecoded; index++) samples[index] = (samples[index] ?? 0) + (channel[index] ?? 0) / channels
  return samples
}
