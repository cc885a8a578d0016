import { type RawAudio, RawImage, TextStreamer } from '@huggingface/transformers'
import type { RunInputs, RunQuestion } from './protocol.ts'
import { spansOf } from './token-spans.ts'

/** A loaded pipeline. The runtime has a type per task; this interface covers them all. */
export interface Pipe {
  (...values: unknown[]): Promise<unknown>
  readonly tokenizer?: ConstructorParameters<typeof TextStreamer>[0]
  readonly processor?: { readonly feature_extractor?: { readonly config?: { readonly sampling_rate?: number } } }
  readonly model?: { readonly config?: { readonly model_type?: string } }
}

/** The audio's sample rate is not the one the model expects. */
export class WrongSampleRate extends Error {
  readonly rate: number
  constructor(rate: number) {
    super(`The model hears sound at ${rate} Hz.`)
    this.rate = rate
  }
}

type Runner = (pipe: Pipe, inputs: RunInputs, parameters: RunQuestion['parameters'], tellText: (text: string) => void) => Promise<unknown>

/**
 * Runs a task. The result has the format of the hub's inference API; images, masks and audio are blobs.
 * @throws {WrongSampleRate} when the audio has to be decoded at another rate
 */
export async function runTask(pipe: Pipe, { task, inputs, parameters }: RunQuestion, tellText: (text: string) => void): Promise<unknown> {
  const runner = Object.hasOwn(runners, task) ? runners[task] : undefined
  if (!runner) throw new Error(`There is no pipeline for ${task} in the browser.`)
  return runner(pipe, inputs, parameters, tellText)
}

const generate: Runner = async (pipe, { text = '', messages }, parameters, tellText) => {
  const answer = await pipe(messages ?? text, { ...sampling(parameters), streamer: streamer(pipe, tellText, true) })
  const [first] = answer as { generated_text: string | { content: string }[] }[]
  const { generated_text: made = '' } = first ?? {}
  return { generated_text: typeof made === 'string' ? made : (made.at(-1)?.content ?? '') }
}

const rewrite: (key: string) => Runner =
  (key) =>
  async (pipe, { text = '' }, parameters, tellText) => {
    const answer = await pipe(text, { ...sampling(parameters), streamer: streamer(pipe, tellText, false) })
    return { generated_text: (answer as Record<string, string>[])[0]?.[key] ?? '' }
  }

const classifyImage: Runner = async (pipe, { image }, { top_k: top = 5 }) => pipe(await picture(image), { top_k: top })

const embed: Runner = async (pipe, { text = '' }) => rows(await pipe(text, { pooling: 'mean', normalize: true }))[0]

const speak: Runner = async (pipe, { text = '' }, parameters) => ((await pipe(text, parameters)) as RawAudio).toBlob()

const runners: Readonly<Record<string, Runner>> = {
  'text-generation': generate,
  translation: rewrite('translation_text'),
  summarization: rewrite('summary_text'),
  'text-classification': async (pipe, { text = '' }, { top_k: top = null }) => pipe(text, { top_k: top }),
  'token-classification': async (pipe, { text = '' }) =>
    spansOf(text, (await pipe(text, { aggregation_strategy: 'simple' })) as Parameters<typeof spansOf>[1]),
  'fill-mask': async (pipe, { text = '' }, { top_k: top = 5 }) => pipe(text, { top_k: top }),
  'question-answering': async (pipe, { question = '', context = '' }) => pipe(question, context),
  'zero-shot-classification': async (pipe, { text = '', labels = [] }, { multi_label: many = false }) => {
    const { labels: names, scores } = (await pipe(text, labels, { multi_label: many })) as { labels: string[]; scores: number[] }
    return names.map((label, i) => ({ label, score: scores[i] ?? 0 }))
  },
  'feature-extraction': embed,
  'sentence-similarity': async (pipe, { sourceSentence = '', sentences = [] }) => {
    const [source = [], ...others] = rows(await pipe([sourceSentence, ...sentences], { pooling: 'mean', normalize: true }))
    return others.map((other) => other.reduce((sum, value, i) => sum + value * (source[i] ?? 0), 0))
  },
  'image-classification': classifyImage,
  'zero-shot-image-classification': async (pipe, { image, labels = [] }) => pipe(await picture(image), labels),
  'object-detection': async (pipe, { image }, { threshold = 0.5 }) => pipe(await picture(image), { threshold }),
  'zero-shot-object-detection': async (pipe, { image, labels = [] }, { threshold = 0.1 }) =>
    pipe(await picture(image), labels, { threshold }),
  'image-segmentation': async (pipe, { image }) => {
    const parts = (await pipe(await picture(image))) as { label: string | null; score: number | null; mask: RawImage }[]
    return Promise.all(parts.map(async ({ label, score, mask }) => ({ label, score, mask: await png(mask) })))
  },
  'depth-estimation': async (pipe, { image }) => png(((await pipe(await picture(image))) as { depth: RawImage }).depth),
  'image-to-image': async (pipe, { image }) => png((await pipe(await picture(image))) as RawImage),
  'image-to-text': async (pipe, { image }, parameters) => {
    const answer = (await pipe(await picture(image), sampling(parameters))) as { generated_text: string }[]
    return { generated_text: answer[0]?.generated_text ?? '' }
  },
  'image-feature-extraction': async (pipe, { image }) => rows(await pipe(await picture(image), { pool: null }))[0],
  'document-question-answering': async (pipe, { image, question = '' }) => pipe(await picture(image), question),
  'audio-classification': async (pipe, { sound }, { top_k: top = 5 }) => pipe(samplesFor(pipe, sound), { top_k: top }),
  'automatic-speech-recognition': async (pipe, { sound }, parameters) => {
    const samples = samplesFor(pipe, sound)
    // Whisper processes half a minute at a time, so longer audio is split into overlapping chunks.
    const long = samples.length > 30 * 16_000 ? { chunk_length_s: 30, stride_length_s: 5 } : {}
    return pipe(samples, { ...long, ...parameters })
  },
  'text-to-speech': speak,
  'text-to-audio': speak,
}

/** A temperature above zero enables sampling; zero, or none, selects the most likely token each time. */
function sampling(parameters: RunQuestion['parameters']): Record<string, unknown> {
  const { temperature, ...others } = parameters
  if (typeof temperature !== 'number') return others
  return temperature > 0 ? { ...others, temperature, do_sample: true } : { ...others, do_sample: false }
}

function streamer({ tokenizer }: Pipe, tellText: (text: string) => void, skipsPrompt: boolean): TextStreamer | undefined {
  if (!tokenizer) return undefined
  return new TextStreamer(tokenizer, { skip_prompt: skipsPrompt, callback_function: tellText })
}

async function picture(image: Blob | undefined): Promise<RawImage> {
  if (!image) throw new Error('A picture is needed.')
  return RawImage.fromBlob(image)
}

async function png(image: RawImage): Promise<Blob> {
  return (await image.toBlob('image/png')) as Blob
}

function samplesFor({ processor }: Pipe, sound: RunInputs['sound']): Float32Array {
  if (!sound) throw new Error('A sound is needed.')
  const rate = processor?.feature_extractor?.config?.sampling_rate ?? 16_000
  if (rate !== sound.rate) throw new WrongSampleRate(rate)
  return sound.samples
}

/** Returns the rows of a two-dimensional tensor, or of the last two dimensions if there are more. */
function rows(tensor: unknown): number[][] {
  const { data, dims } = tensor as { data: ArrayLike<number>; dims: readonly number[] }
  const width = dims.at(-1) ?? 0
  const values = Array.from(data, Number)
  return Array.from({ length: width === 0 ? 0 : values.length / width }, (_, i) => values.slice(i * width, (i + 1) * width))
}
