import { sampleRate } from './wav.ts'

/** The first three formants of a speech sound, in hertz, and its loudness. Textbook values for an adult voice. */
type Target = readonly [f1: number, f2: number, f3: number, loudness: number]

const targets = {
  '-': [500, 1500, 2500, 0],
  aa: [730, 1090, 2440, 1],
  ae: [660, 1720, 2410, 1],
  ao: [570, 840, 2410, 1],
  ax: [500, 1400, 2400, 0.8],
  eh: [530, 1840, 2480, 1],
  er: [490, 1350, 1690, 0.8],
  ih: [390, 1990, 2550, 0.9],
  iy: [280, 2290, 3010, 0.9],
  uw: [300, 870, 2240, 0.9],
  l: [330, 1050, 2880, 0.6],
  r: [310, 1060, 1380, 0.6],
  w: [290, 610, 2150, 0.5],
  y: [260, 2070, 3020, 0.6],
} as const satisfies Record<string, Target>

type Phone = keyof typeof targets

/** “Are you away all year?”: a sentence without any consonant that needs noise, so that formants alone can produce it. */
const question: readonly (readonly [Phone, number])[] = [
  ['-', 0.02],
  ['aa', 0.15],
  ['er', 0.07],
  ['y', 0.06],
  ['uw', 0.13],
  ['ax', 0.07],
  ['w', 0.09],
  ['eh', 0.11],
  ['ih', 0.08],
  ['iy', 0.06],
  ['ao', 0.2],
  ['l', 0.12],
  ['y', 0.08],
  ['iy', 0.16],
  ['ih', 0.08],
  ['er', 0.2],
  ['-', 0.08],
]

/**
 * A synthetic voice that asks “Are you away all year?”, about 1.8 seconds. A pulse train at voice pitch goes through
 * resonators in series, as in the cascade synthesizers of the 1980s; the formants glide from sound to sound.
 */
export function speech(): Float64Array {
  const total = question.reduce((sum, [, seconds]) => sum + seconds, 0)
  const samples = new Float64Array(Math.round(total * sampleRate))
  const resonators = [resonator(), resonator(), resonator(), resonator()]
  let phase = 0
  let tilt = 0
  for (let i = 0; i < samples.length; i++) {
    const time = i / sampleRate
    const [f1, f2, f3, loudness] = targetAt(time)
    // A question falls a little and rises at the end.
    const pitch = 118 - 14 * (time / total) + 46 * Math.max(0, time / total - 0.72) * 3.2
    phase += pitch / sampleRate
    if (phase >= 1) phase -= 1
    // The glottal flow, differentiated: opens slowly, closes abruptly.
    const flow = phase < 0.6 ? Math.sin((Math.PI * phase) / 0.6) ** 2 : 0
    const pulse = flow - tilt
    tilt = flow
    let sound = pulse * loudness
    for (const [k, [frequency, width]] of [
      [f1, 70],
      [f2, 100],
      [f3, 140],
      [3500, 220],
    ].entries())
      sound = resonators[k]?.(sound, frequency ?? 500, width ?? 100) ?? sound
    samples[i] = sound
  }
  return levelled(samples, 0.6)
}

/** Current targets: constant in the middle of each sound, gliding between neighbors. */
function targetAt(time: number): Target {
  let start = 0
  for (const [k, [phone, seconds]] of question.entries()) {
    if (time < start + seconds || k === question.length - 1) {
      const here = targets[phone]
      const next = targets[question[k + 1]?.[0] ?? phone]
      const before = targets[question[k - 1]?.[0] ?? phone]
      const at = (time - start) / seconds
      const glide = 0.42
      const [other, share] =
        at > 1 - glide ? [next, (at - (1 - glide)) / (2 * glide)] : at < glide ? [before, (glide - at) / (2 * glide)] : [here, 0]
      const mix = (i: 0 | 1 | 2 | 3) => here[i] * (1 - share) + other[i] * share
      return [mix(0), mix(1), mix(2), mix(3)]
    }
    start += seconds
  }
  return targets['-']
}

/** One resonance: two poles, with unity gain at frequency zero. */
function resonator(): (input: number, frequency: number, width: number) => number {
  let one = 0
  let two = 0
  return (input, frequency, width) => {
    const radius = Math.exp((-Math.PI * width) / sampleRate)
    const b = 2 * radius * Math.cos((2 * Math.PI * frequency) / sampleRate)
    const c = -radius * radius
    const output = (1 - b - c) * input + b * one + c * two
    two = one
    one = output
    return output
  }
}

/** The same sound with this peak level. */
export function levelled(samples: Float64Array, level: number): Float64Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9)
  return samples.map((sample) => (sample / peak) * level)
}
