import { sampleInput } from '@portolan/tasks/samples'
import type { Json } from '../code/index.ts'
import { get, isObject, text } from '../facts/values.ts'
import { plainAddress, toHttpUrl } from './checked-json.ts'
import { isAddress, mediaTypeOf } from './media-type.ts'
import type { InferenceTask } from './tasks.ts'
import { type BodyValue, InputFile } from './types.ts'

/** The validated input of a model. Files are referenced, not read. */
export type TaskInput =
  | { readonly shape: 'chat'; readonly messages: BodyValue }
  | { readonly shape: 'text' | 'labels'; readonly text: Json }
  | { readonly shape: 'file' | 'file-prompt' | 'file-labels'; readonly file: string; readonly contentType: string }
  | { readonly shape: 'question'; readonly question: string; readonly context: string }
  | { readonly shape: 'table-question'; readonly query: string; readonly table: Json }
  | { readonly shape: 'image-question'; readonly file: string; readonly contentType: string; readonly question: string }
  | { readonly shape: 'sentences'; readonly source: string; readonly others: readonly string[] }
  | { readonly shape: 'table'; readonly data: Json }

/** The input of a call, and the parameters that belong to its sample. */
export interface CheckedInput {
  readonly input: TaskInput
  readonly parameters: Readonly<Record<string, Json>>
}

export interface GivenInput {
  readonly task: string
  readonly provider: string
  readonly maskToken: string | null
  readonly inputs: Json | undefined
  readonly messages: readonly Json[] | undefined
}

/** The given input, or the task's sample; `null` when the given input does not fit the task. */
export function checkInput(task: InferenceTask, given: GivenInput): CheckedInput | null {
  const inputs = given.inputs ?? sampleOf(given)
  switch (task.shape) {
    case 'chat': {
      const messages = given.messages ?? asMessages(inputs)
      return messages === null ? null : { input: { shape: 'chat', messages: withFiles(messages) }, parameters: {} }
    }
    case 'text':
      return inputs === null
        ? null
        : { input: { shape: 'text', text: given.task === 'feature-extraction' ? oneLine(inputs) : inputs }, parameters: {} }
    case 'labels': {
      const said = (isObject(inputs) && 'text' in inputs ? get(inputs, 'text') : inputs) as Json
      return said === null ? null : { input: { shape: 'labels', text: said }, parameters: labels(inputs, ['refund', 'legal', 'faq']) }
    }
    case 'file':
    case 'file-prompt':
    case 'file-labels': {
      const file = fileOf(inputs)
      if (file === null) return null
      const prompt = task.shape === 'file-prompt' ? text(get(inputs, 'prompt')) : null
      return {
        input: { shape: task.shape, file, contentType: mediaTypeOf(file, task.fileType ?? 'application/octet-stream') },
        parameters: {
          ...(prompt === null ? {} : { prompt }),
          ...(task.shape === 'file-labels' ? labels(inputs, ['cat', 'dog', 'llama']) : {}),
        },
      }
    }
    case 'question': {
      const [question, context] = [text(get(inputs, 'question')), text(get(inputs, 'context'))]
      return question === null || context === null ? null : { input: { shape: 'question', question, context }, parameters: {} }
    }
    case 'table-question': {
      const [query, table] = [text(get(inputs, 'query')), get(inputs, 'table')]
      return query === null || !isObject(table) ? null : { input: { shape: 'table-question', query, table: table as Json }, parameters: {} }
    }
    case 'image-question': {
      const [file, question] = [fileOf(inputs), text(get(inputs, 'question'))]
      return file === null || question === null
        ? null
        : {
            input: { shape: 'image-question', file, question, contentType: mediaTypeOf(file, task.fileType ?? 'image/png') },
            parameters: {},
          }
    }
    case 'sentences': {
      const [source, others] = [text(get(inputs, 'source_sentence')), get(inputs, 'sentences')]
      if (source === null || !Array.isArray(others) || others.length === 0 || !others.every((each) => typeof each === 'string')) return null
      return { input: { shape: 'sentences', source, others: others as string[] }, parameters: {} }
    }
    case 'table': {
      const data = get(inputs, 'data') ?? inputs
      return isObject(data) ? { input: { shape: 'table', data: data as Json }, parameters: {} } : null
    }
  }
}

function sampleOf({ task, provider, maskToken }: GivenInput): Json {
  // fal does not read FLAC.
  if (provider === 'fal-ai' && (task === 'automatic-speech-recognition' || task === 'audio-to-audio')) return 'sample1.mp3'
  return sampleInput({ task, maskToken }) ?? moreSamples[task] ?? null
}

/** Samples for tasks that have none in the sample catalog. */
const moreSamples: Readonly<Record<string, Json>> = {
  'any-to-any': [{ role: 'user', content: 'Which ocean is the deepest?' }],
  'audio-text-to-text': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is said in this recording?' },
        { type: 'input_audio', input_audio: { data: 'sample1.wav', format: 'wav' } },
      ],
    },
  ],
  'video-text-to-text': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Say in one sentence what happens in this video.' },
        { type: 'video_url', video_url: { url: 'video.mp4' } },
      ],
    },
  ],
  'depth-estimation': 'cats.jpg',
  'image-feature-extraction': 'cats.jpg',
  'zero-shot-object-detection': 'cats.jpg',
  'visual-question-answering': { image: 'cat.png', question: 'What colour is the collar?' },
}

function asMessages(inputs: Json): readonly Json[] | null {
  if (typeof inputs === 'string') return [{ role: 'user', content: inputs }]
  if (Array.isArray(inputs)) return inputs as readonly Json[]
  const messages = get(inputs, 'messages')
  if (Array.isArray(messages)) return messages as Json[]
  const [said, image] = [text(get(inputs, 'text')) ?? text(get(inputs, 'prompt')), fileOf(inputs)]
  if (said === null) return null
  return [
    {
      role: 'user',
      content:
        image === null
          ? said
          : [
              { type: 'text', text: said },
              { type: 'image_url', image_url: { url: image } },
            ],
    },
  ]
}

/** Images, audio and videos in a message that are referenced by a file name become files that the code opens. */
function withFiles(messages: readonly Json[]): BodyValue {
  return messages.map((message): BodyValue => {
    const content = get(message, 'content')
    if (!isObject(message) || !Array.isArray(content)) return message
    return { ...(message as Record<string, Json>), content: (content as Json[]).map(partWithFile) }
  })
}

function partWithFile(part: Json): BodyValue {
  for (const [key, fallback] of [
    ['image_url', 'image/png'],
    ['video_url', 'video/mp4'],
  ] as const) {
    const url = get(part, key, 'url')
    if (get(part, 'type') === key && typeof url === 'string' && url !== '' && !isAddress(url) && !/^data:/i.test(url))
      return {
        ...(part as Record<string, Json>),
        [key]: { ...(get(part, key) as Record<string, Json>), url: new InputFile(url, 'data-url', mediaTypeOf(url, fallback)) },
      }
  }
  const data = get(part, 'input_audio', 'data')
  if (get(part, 'type') === 'input_audio' && typeof data === 'string' && /^[^\s,;]{1,200}\.(?:wav|mp3|flac|ogg|m4a)$/i.test(data))
    return {
      ...(part as Record<string, Json>),
      input_audio: {
        ...(get(part, 'input_audio') as Record<string, Json>),
        data: new InputFile(data, 'base64', mediaTypeOf(data, 'audio/wav')),
      },
    }
  return part
}

function fileOf(inputs: Json): string | null {
  if (typeof inputs === 'string') return nameOf(inputs)
  for (const key of ['image', 'audio', 'inputs', 'data', 'src', 'url', 'file']) {
    const found = get(inputs, key)
    const name = typeof found === 'string' ? nameOf(found) : null
    if (name !== null) return name
  }
  return null
}

/** A path as is, a URL in its plain form. */
function nameOf(file: string): string | null {
  if (!isAddress(file)) return isFileName(file) ? file : null
  const url = toHttpUrl(file)
  return url === null ? null : plainAddress(url)
}

/** Control characters are never intended in a name, and lone surrogates cannot be written. */
function isFileName(name: string): boolean {
  return name.trim() !== '' && !/\p{Cc}/u.test(name) && name.isWellFormed() && name.length <= 4096 && !/^data:/i.test(name)
}

function labels(inputs: Json, fallback: readonly string[]): Record<string, Json> {
  const given = get(inputs, 'candidate_labels')
  const list = typeof given === 'string' ? given.split(',').map((label) => label.trim()) : given
  const usable = Array.isArray(list) && list.length > 1 && list.every((label) => typeof label === 'string' && label !== '')
  return { candidate_labels: usable ? (list as string[]) : fallback }
}

/** Embedding models were trained on running text: a line break becomes a space. */
export function oneLine(texts: Json): Json {
  if (typeof texts === 'string') return texts.replaceAll(/\r\n|[\n\r]/g, ' ')
  return Array.isArray(texts) ? (texts as readonly Json[]).map(oneLine) : texts
}
