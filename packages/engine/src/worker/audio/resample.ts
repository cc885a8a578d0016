/** Number of neighbors on each side that contribute to a new sample, at the lower of the two rates. */
const reach = 16

/**
 * Resamples by a windowed sinc: frequencies that the new rate cannot represent are removed first, to avoid aliasing.
 * @param from samples per second
 * @param to samples per second
 */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to || samples.length === 0) return samples
  const length = Math.max(1, Math.round((samples.length * to) / from))
  const cutoff = Math.min(1, to / from)
  const half = reach / cutoff
  const result = new Float32Array(length)
  for (let index = 0; index < length; index++) {
    const center = (index * from) / to
    const first = Math.max(0, Math.ceil(center - half))
    const last = Math.min(samples.length - 1, Math.floor(center + half))
    let sum = 0
    let weights = 0
    for (let at = first; at <= last; at++) {
      const distance = at - center
      const weight = sinc(distance * cutoff) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / half))
      sum += (samples[at] ?? 0) * weight
      weights += weight
    }
    result[index] = weights === 0 ? 0 : sum / weights
  }
  return result
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}
