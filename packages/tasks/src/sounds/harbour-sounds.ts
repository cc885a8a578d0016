import { sequence } from '../pictures/svg.ts'
import { levelled } from './speech.ts'
import { sampleRate, silence } from './wav.ts'

/** Waves on a shore: low-pass filtered noise, swelling and ebbing. */
export function waves(seconds: number, level = 0.25): Float64Array {
  const random = sequence(7)
  const samples = silence(seconds)
  let low = 0
  let lower = 0
  for (let i = 0; i < samples.length; i++) {
    low += 0.12 * (random() * 2 - 1 - low)
    lower += 0.02 * (low - lower)
    const swell = 0.45 + 0.55 * Math.sin((i / sampleRate) * 2 * Math.PI * 0.45) ** 2
    samples[i] = (low - lower * 0.5) * swell
  }
  return levelled(samples, level)
}

/** Hiss and hum, as in an old recording. */
export function noise(seconds: number, level = 0.2): Float64Array {
  const random = sequence(11)
  return levelled(
    silence(seconds).map((_, i) => random() * 2 - 1 + 0.5 * Math.sin((i / sampleRate) * 2 * Math.PI * 50)),
    level,
  )
}

/** Strokes of a ship's bell: inharmonic partials, the higher ones decaying first. */
export function bell(seconds: number, strokes: readonly number[], level = 0.55): Float64Array {
  const partials = [
    [523, 1, 1.6],
    [1046, 0.6, 1.1],
    [1254, 0.5, 0.9],
    [1568, 0.35, 0.6],
    [2093, 0.3, 0.45],
    [2760, 0.2, 0.25],
  ] as const
  const samples = silence(seconds)
  for (const start of strokes)
    for (let i = Math.round(start * sampleRate); i < samples.length; i++) {
      const time = i / sampleRate - start
      let sum = 0
      for (const [frequency, share, decay] of partials)
        sum += share * Math.exp(-time / (decay * 0.5)) * Math.sin(2 * Math.PI * frequency * time)
      samples[i] = (samples[i] ?? 0) + sum
    }
  return levelled(samples, level)
}

/** A slow tune on plucked strings (Karplus and Strong, 1983). `notes` are hertz, one every half second. */
export function plucked(notes: readonly number[], level = 0.5): Float64Array {
  const samples = silence(notes.length * 0.5 + 1.2)
  const random = sequence(3)
  for (const [n, frequency] of notes.entries()) {
    const line = Array.from({ length: Math.round(sampleRate / frequency) }, () => random() * 2 - 1)
    const start = Math.round(n * 0.5 * sampleRate)
    for (let i = 0; start + i < samples.length && i < sampleRate * 1.6; i++) {
      const at = i % line.length
      const value = line[at] ?? 0
      samples[start + i] = (samples[start + i] ?? 0) + value
      line[at] = 0.498 * (value + (line[(at + 1) % line.length] ?? 0))
    }
  }
  return levelled(samples, level)
}
