/** Samples per second of every sound here: what speech models expect. */
export const sampleRate = 16_000

/** A WAV file, 16-bit mono, from samples between -1 and 1; anything beyond is clipped. */
export function wav(samples: Float64Array): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const word = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) bytes[at + i] = letters.charCodeAt(i)
  }
  word(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [i, sample] of samples.entries()) view.setInt16(44 + i * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return bytes
}

/** Silence for a number of seconds. */
export function silence(seconds: number): Float64Array {
  return new Float64Array(Math.round(seconds * sampleRate))
}

/** Concatenates sounds. */
export function joined(...parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((n, part) => n + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Mixes sounds; the result is as long as the longest. */
export function mixed(...parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(Math.max(...parts.map(({ length }) => length)))
  for (const part of parts) for (const [i, sample] of part.entries()) whole[i] = (whole[i] ?? 0) + sample
  return whole
}
