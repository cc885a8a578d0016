import type { EngineFile, Json } from '@portolan/hub'
import type { Answer } from '../../protocol.ts'
import { readSound } from '../audio/read-sound.ts'
import { resample } from '../audio/resample.ts'
import { writeWav } from '../audio/wav.ts'
import { InputError } from '../input-error.ts'
import { fileBytes, integerIn, isFile, numberIn, oneText, record, textIn } from '../inputs.ts'
import type { TaskContext } from '../run-task.ts'
import type { Model } from '../runtime.ts'
import { samplingOf } from './generation.ts'

/** Seconds that Whisper processes at a time. */
const window = 30

/** `{ text }`, with `chunks` if timestamps are requested. */
export async function asr(context: TaskContext): Promise<Answer> {
  const { job, pipeline, signal } = context
  const { parameters } = job
  const sound = await soundOf(context)
  const nested = parameters['generation_parameters'] ?? parameters['generate_kwargs'] ?? {}
  const all = { ...parameters, ...(nested as Record<string, Json>) }
  const timestamps = all['return_timestamps']
  if (timestamps !== undefined && typeof timestamps !== 'boolean' && timestamps !== 'word')
    throw new InputError('return_timestamps must be true, false or "word".')
  const language = textIn(all, 'language')
  const task = textIn(all, 'task')
  const chunk = numberIn(all, 'chunk_length_s', 0, 60)
  const tokens = integerIn(all, 'max_new_tokens', 1, 100_000)
  const whisper = isWhisper(pipeline.model)
  // Whisper's own loop does not pass on stopping criteria, but it does report each token.
  const streamer = { put: () => signal.throwIfAborted(), end: () => {} }
  const { text, chunks } = (await pipeline(sound, {
    ...(whisper && { ...samplingOf(all), streamer, chunk_length_s: chunk ?? (sound.length > window * rateOf(context) ? window : 0) }),
    ...(timestamps !== undefined && { return_timestamps: timestamps }),
    ...(language !== undefined && { language }),
    ...(task !== undefined && { task }),
    ...(tokens !== undefined && { max_new_tokens: tokens }),
  })) as { text: string; chunks?: Json }
  signal.throwIfAborted()
  return { type: 'result', value: { text, ...(chunks !== undefined && { chunks }) } }
}

/** `[{ label, score }]`, best first. */
export async function audioClassification(context: TaskContext): Promise<Answer> {
  const top = integerIn(context.job.parameters, 'top_k', 1, 100_000) ?? 5
  return { type: 'result', value: (await context.pipeline(await soundOf(context), { top_k: top })) as Json }
}

/** Speech or other sound, as a WAV file with one channel. */
export async function textToAudio({ job, pipeline }: TaskContext): Promise<Answer> {
  const text = oneText(isFile(job.inputs) || typeof job.inputs === 'string' ? job.inputs : (record(job.inputs, 'a string')['text'] ?? null))
  if (text.trim() === '') throw new InputError('The text is empty.')
  if (pipeline.processor) throw new InputError('Models that require a separate vocoder are not supported.')
  const { audio, sampling_rate: rate } = (await pipeline(text, {})) as { audio: Float32Array; sampling_rate: number }
  return { type: 'file', bytes: writeWav(audio, rate), contentType: 'audio/wav' }
}

async function soundOf(context: TaskContext): Promise<Float32Array> {
  const bytes = fileBytes(context.job.inputs as Json | EngineFile, 'an audio file')
  const { samples, rate } = await readSound(bytes, context.entry)
  return resample(samples, rate, rateOf(context))
}

function rateOf({ pipeline }: TaskContext): number {
  return pipeline.processor?.feature_extractor?.config?.sampling_rate ?? 16_000
}

function isWhisper({ config }: Model): boolean {
  return config['model_type'] === 'whisper' || config['model_type'] === 'lite-whisper'
}
