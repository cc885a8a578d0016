import { readFileSync } from 'node:fs'
import type { Json } from '@portolan/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineWorld, type ModelFolder, noRuntime } from './testing/engine-hub.ts'
import { letterHearer, loudnessClassifier, speaker, whisper } from './testing/tiny-sound-models.ts'
import { readWav, writeWav } from './worker/audio/wav.ts'

const near = (value: number) => expect.closeTo(value, 2) as number
const tone = (seconds: number, rate: number) =>
  Float32Array.from({ length: seconds * rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / rate))
const loud = Buffer.from(writeWav(tone(0.5, 16_000), 16_000))
const quiet = Buffer.from(writeWav(new Float32Array(8000), 16_000))
/** The same half second of a tone, as written by different encoders. */
const encoded = (name: string) => readFileSync(new URL(`testing/sounds/${name}`, import.meta.url))

const cases: readonly {
  what: string
  task: string
  model: ModelFolder
  sound: Buffer
  parameters?: Record<string, Json>
  answer: unknown
}[] = [
  {
    what: 'loud',
    task: 'audio-classification',
    model: loudnessClassifier,
    sound: loud,
    answer: [
      { label: 'loud', score: near(1) },
      { label: 'quiet', score: near(0) },
    ],
  },
  {
    what: 'quiet',
    task: 'audio-classification',
    model: loudnessClassifier,
    sound: quiet,
    parameters: { top_k: 1 },
    answer: [{ label: 'quiet', score: near(0.98) }],
  },
  { what: 'CTC', task: 'automatic-speech-recognition', model: letterHearer, sound: loud, answer: { text: 'a' } },
  { what: 'CTC, silence', task: 'automatic-speech-recognition', model: letterHearer, sound: quiet, answer: { text: '' } },
  {
    what: 'another rate',
    task: 'automatic-speech-recognition',
    model: letterHearer,
    sound: Buffer.from(writeWav(tone(0.5, 44_100), 44_100)),
    answer: { text: 'a' },
  },
  {
    what: 'Whisper',
    task: 'automatic-speech-recognition',
    model: whisper,
    sound: loud,
    answer: { text: expect.stringMatching(/^\s*guten ?tag$/) as string },
  },
  ...['a440.flac', 'a440.mp3', 'a440.vorbis.ogg', 'a440.opus.ogg'].map((name) => ({
    what: name,
    task: 'automatic-speech-recognition',
    model: letterHearer,
    sound: encoded(name),
    answer: { text: 'a' },
  })),
]

describe.skipIf(noRuntime !== null)('tasks on sounds', () => {
  let world: EngineWorld
  beforeAll(async () => {
    world = await EngineWorld.open()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.for(cases)('$task: $what', async ({ task, model, sound, parameters = {}, answer }) => {
    for (const inputs of [{ bytes: sound, contentType: 'audio/wav' }, sound.toString('base64')]) {
      const { last } = await world.run(model, { task, inputs, parameters })
      expect(last).toEqual({ type: 'result', value: answer })
    }
  })

  test.for(['text-to-speech', 'text-to-audio'])('%s', async (task) => {
    const { last } = await world.run(speaker, { task, inputs: 'the sea' })
    expect(last).toMatchObject({ type: 'file', contentType: 'audio/wav' })
    // Four tokens: start marker, two words, end marker.
    const { samples, rate } = readWav(last.type === 'file' ? last.bytes : new Uint8Array())
    expect([rate, samples.length]).toEqual([16_000, 640])
    expect([samples[0], samples[330], samples[500]]).toEqual([0, near(0.5), 0])
  })

  test.for<[what: string, bytes: Buffer, message: RegExp]>([
    ['a text', Buffer.from('hello'), /not supported/],
    ['half a FLAC file', encoded('a440.flac').subarray(0, 60), /corrupt/],
    ['noise behind an MP3 mark', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100, 7)]), /corrupt/],
    ['a WAV file without sound', loud.subarray(0, 36), /contains no audio/],
  ])('%s is refused', async ([, bytes, message]) => {
    const request = { task: 'automatic-speech-recognition', inputs: { bytes, contentType: null } }
    await expect(world.run(letterHearer, request)).rejects.toMatchObject({
      code: 'engine.invalid_input',
      message: expect.stringMatching(message) as string,
    })
  })
})
