import { describe, expect, test } from 'vitest'
import { resample } from './resample.ts'
import { readWav, writeWav } from './wav.ts'

/** A WAV file with one sample per channel, in the given format. */
function wav(code: number, bits: number, channels: number, data: readonly number[], extra: readonly number[] = []): Uint8Array {
  const file = Buffer.alloc(44)
  file.write('RIFF', 0)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(code, 20)
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(8000, 24)
  file.writeUInt16LE(bits, 34)
  const list = Buffer.from([...Buffer.from('LIST'), 3, 0, 0, 0, 1, 2, 3, 0])
  const body = Buffer.from([...Buffer.from('data'), data.length, 0, 0, 0, ...data, ...extra])
  return Buffer.concat([file.subarray(0, 36), list, body])
}

describe('readWav', () => {
  test.for<[string, Uint8Array, number[]]>([
    ['8 bits', wav(1, 8, 1, [0, 128, 192]), [-1, 0, 0.5]],
    ['16 bits', wav(1, 16, 1, [0, 0x80, 0, 0, 0, 0x40]), [-1, 0, 0.5]],
    ['24 bits', wav(1, 24, 1, [0, 0, 0x80, 0, 0, 0x40]), [-1, 0.5]],
    ['32 bits', wav(1, 32, 1, [0, 0, 0, 0xc0]), [-0.5]],
    ['floats', wav(3, 32, 1, [...new Uint8Array(Float32Array.of(0.25).buffer)]), [0.25]],
    ['A-law', wav(6, 8, 1, [0xd5, 0x55, 0x2a]), [8 / 32_768, -8 / 32_768, -32_256 / 32_768]],
    ['µ-law', wav(7, 8, 1, [0xff, 0x00]), [0, -32_124 / 32_768]],
    ['two channels', wav(1, 8, 2, [192, 128]), [0.25]],
  ])('%s', ([, file, samples]) => {
    expect([...readWav(file).samples]).toEqual(samples)
  })

  test.for<[string, Uint8Array]>([
    ['an unknown format', wav(85, 16, 1, [0, 0])],
    ['no channels', wav(1, 16, 0, [0, 0])],
    ['12 bits', wav(1, 12, 1, [0, 0])],
  ])('refuses %s', ([, file]) => {
    expect(() => readWav(file)).toThrow(/are not supported/)
  })

  test('reads what it writes, and no number beyond the bounds', () => {
    const samples = Float32Array.of(0, 0.5, -0.5, 2, -2, Number.NaN)
    const read = readWav(writeWav(samples, 22_050))
    expect(read.rate).toBe(22_050)
    const again = [...read.samples].map((sample) => Math.round(sample * 1000) / 1000)
    expect(again).toEqual([0, 0.5, -0.5, 1, -1, 0])
  })
})

describe('resample', () => {
  const tone = (hertz: number, rate: number) => Float32Array.from({ length: rate }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))
  const power = (samples: Float32Array) =>
    samples.slice(100, -100).reduce((sum, sample) => sum + sample * sample, 0) / (samples.length - 200)

  test('keeps a tone that both rates hold', () => {
    const resampled = resample(tone(440, 44_100), 44_100, 16_000)
    expect(resampled.length).toBe(16_000)
    const expected = tone(440, 16_000)
    const worst = Math.max(...resampled.slice(100, -100).map((sample, at) => Math.abs(sample - (expected[at + 100] ?? 0))))
    expect(worst).toBeLessThan(0.01)
  })

  test('takes out a tone that the lower rate cannot hold', () => {
    expect(power(resample(tone(15_000, 44_100), 44_100, 16_000))).toBeLessThan(0.001)
  })
})
