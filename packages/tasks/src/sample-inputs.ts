import { defaultPrompts } from './default-prompts.ts'

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The facts a sample may depend on, in addition to the task. */
export interface SampleContext {
  /** The task; any text, including untrusted input. */
  readonly task: string | null
  /** Text generation models get messages, unless this is false: then a text to continue. */
  readonly isConversational?: boolean
  /** The mask token, as spelled by the model's tokenizer. */
  readonly maskToken?: string | null
}

/** Shown if there is no sample. */
export const noSampleInput = 'No input example has been defined for this model task.'

/** Name of the picture that samples refer to: a file the caller provides. */
const onePicture = 'cat.png'
const picture = 'cats.jpg'
const recording = 'sample1.flac'

const article =
  'The pilot station on Skarv was built in 1902, after three ships had run aground in one winter. Two pilots and a cook lived there for a month at a time, ' +
  'with a rowing boat, a telescope and a stove. In calm weather they fished; in fog they rang a bell every two minutes, day and night, until it lifted. ' +
  'A telephone cable reached the island in 1931 and a generator in 1950. When the deep channel was marked with lit buoys, ships no longer needed help ' +
  'at night, and in 1974 the station closed. Today a club looks after the house. Visitors can row out in summer, sleep in the bunks of the pilots and ' +
  'ring the bell, though only once, and never in fog. The log books are kept in the town museum, where a volunteer is copying them by hand, a page every evening.'

const fish: JsonValue = { Height: [11.4, 7.2], Length1: [23, 36.5], Length2: [25.2, 39.1], Species: ['Bream', 'Pike'] }

type Sample = (context: SampleContext) => JsonValue

/** Samples by task, in the shape that inference calls send. */
const samples: Readonly<Record<string, Sample>> = {
  'text-generation': ({ isConversational = true }) =>
    isConversational ? [{ role: 'user', content: 'Which ocean is the deepest?' }] : 'The old skipper looked at the sky and said',
  'image-text-to-text': ({ isConversational = true }): JsonValue =>
    isConversational
      ? [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Say in one sentence what this picture shows.' },
              { type: 'image_url', image_url: { url: onePicture } },
            ],
          },
        ]
      : { image: onePicture, text: 'Say in one sentence what this picture shows.' },
  'text-classification': () => 'The crossing was rough, but the crew could not have been kinder.',
  'token-classification': () => 'Ingrid Solberg sails from Bergen to Tromsø in June.',
  translation: () => 'Паром отходит в восемь часов от старой пристани.',
  summarization: () => article,
  'feature-extraction': () => 'The tide turns at noon, and the boats leave with it.',
  'zero-shot-classification': () => 'The card reader at the fuel dock has been out of order since Friday.',
  'text-to-speech': () => defaultPrompts.textToSpeech,
  'text-to-audio': () => defaultPrompts.textToAudio,
  'text-to-image': () => defaultPrompts.textToImage,
  'text-to-video': () => defaultPrompts.textToVideo,
  'fill-mask': ({ maskToken }) => `The keeper of the lighthouse lit the ${maskToken ?? '[MASK]'}.`,
  'question-answering': () => ({ question: 'When does the ferry leave?', context: 'The ferry leaves at eight from the old quay.' }),
  'table-question-answering': () => ({
    query: 'Which lighthouse is the tallest?',
    table: {
      Lighthouse: ['Larnholm', 'Skarv', 'Outer Tern'],
      Built: ['1868', '1902', '1887'],
      'Height (m)': ['31', '22', '44'],
      'Range (nmi)': ['18', '14', '21'],
    },
  }),
  'document-question-answering': () => ({ image: onePicture, question: 'What is written on the collar?' }),
  'sentence-similarity': () => ({
    source_sentence: 'The harbour is closed because of the storm.',
    sentences: ['No ship may enter the port in this weather.', 'The harbour café closes at six.', 'My cousin plays the accordion.'],
  }),
  'image-classification': () => picture,
  'image-segmentation': () => picture,
  'object-detection': () => picture,
  'image-to-text': () => picture,
  'zero-shot-image-classification': () => picture,
  'image-to-image': () => ({ image: onePicture, prompt: defaultPrompts.imageToImage }),
  'image-text-to-image': () => ({ image: onePicture, prompt: defaultPrompts.imageToImage }),
  'image-to-video': () => ({ image: onePicture, prompt: defaultPrompts.imageToVideo }),
  'image-text-to-video': () => ({ image: onePicture, prompt: defaultPrompts.imageToVideo }),
  'audio-classification': () => recording,
  'audio-to-audio': () => recording,
  'automatic-speech-recognition': () => recording,
  'tabular-classification': () => fish,
  'tabular-regression': () => fish,
}

/** A sample input for a model of the task, as JSON, or `null` if none is defined. */
export function sampleInput(context: SampleContext): JsonValue | null {
  const { task } = context
  const sample = task !== null && Object.hasOwn(samples, task) ? samples[task] : undefined
  return sample?.(context) ?? null
}

export interface SampleTextOptions {
  /** Line breaks and tabs, with the spaces around them, become one space. */
  readonly isOneLine?: boolean
  /** A plain text is returned without its quotes. */
  readonly withoutQuotes?: boolean
}

/** The sample as text to display: JSON with an indent of four, or the sentence that says there is none. */
export function sampleInputText(context: SampleContext, options: SampleTextOptions = {}): string {
  const sample = sampleInput(context)
  if (sample === null) return noSampleInput
  if (typeof sample === 'string' && options.withoutQuotes) return options.isOneLine ? oneLine(sample) : sample
  const text = JSON.stringify(sample, null, 4)
  return options.isOneLine ? oneLine(text) : text
}

function oneLine(text: string): string {
  return text.replace(/[ ]*[\t\r\n]+[ \t\r\n]*/g, ' ')
}
