import { fill, type Block, js, lines } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { transformersJsEndpoint } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** @see https://huggingface.co/docs/transformers.js — API of release 4 */
export const library = defineLibrary({
  id: 'transformers.js',
  label: 'Transformers.js',
  repo: 'https://github.com/huggingface/transformers.js',
  docs: 'https://huggingface.co/docs/transformers.js',
  filter: true,
  downloads: 'config.json',
  install: () => ({ javascript: ['@huggingface/transformers'] }),
  offers: (facts) =>
    facts.tags.has('transformers.js') || (facts.tags.has('transformers') && facts.files.some((file) => /^onnx\/.*\.onnx$/.test(file))),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const options: Record<string, string> = {}
    if (revision !== null) options['revision'] = revision
    const dtype = dtypeOf(facts)
    if (dtype !== null) options['dtype'] = dtype
    if (facts.task === null) {
      const notes: Note[] = [
        {
          code: 'pipeline-tag-unknown',
          text: 'The task of this model is unknown, so there is no pipeline to name. This loads the bare model.',
        },
      ]
      const code = lines(
        'javascript',
        [
          js`import { AutoModel, env } from "@huggingface/transformers"`,
          js`${lines('javascript', [transformersJsEndpoint(target), js`const model = await AutoModel.from_pretrained(${facts.id}, ${options})`])}`,
        ],
        1,
      )
      return { drafts: [{ id: 'model', title: 'Load the model', code }], notes }
    }
    const args = Object.keys(options).length > 0 ? js`, ${options}` : undefined
    const code = lines(
      'javascript',
      [
        target.isHuggingFace
          ? js`import { pipeline } from "@huggingface/transformers"`
          : js`import { env, pipeline } from "@huggingface/transformers"`,
        lines('javascript', [
          transformersJsEndpoint(target),
          js`const pipe = await pipeline(${facts.task}, ${facts.id}${args})`,
          js`console.log(await pipe(${input(facts)}))`,
        ]),
      ],
      1,
    )
    return { drafts: [{ id: 'pipeline', title: 'Run it in Node or a browser', code }] }
  },
})

function input(facts: ModelFacts): Block {
  switch (facts.task) {
    case 'text-generation':
      return facts.isConversational
        ? js`[{ role: "user", content: "Which ocean is the deepest?" }], { max_new_tokens: 40 }`
        : js`${facts.widgetText ?? 'Once upon a time'}, { max_new_tokens: 40 }`
    case 'question-answering':
      return js`"Where is the harbour?", "The harbour is in the north of the island."`
    case 'zero-shot-classification':
      return js`"The tide turns at noon.", ["weather", "sea", "music"]`
    case 'fill-mask':
      return js`${facts.widgetText ?? `The ship sails across the ${facts.maskToken ?? '[MASK]'}.`}`
    case 'zero-shot-image-classification':
    case 'zero-shot-object-detection':
      return js`${fill('your-image.jpg')}, ["animals", "humans", "landscape"]`
    case 'document-question-answering':
    case 'visual-question-answering':
      return js`${fill('your-image.jpg')}, "What is the title?"`
    case 'automatic-speech-recognition':
    case 'audio-classification':
      return js`${fill('your-audio.wav')}`
    default:
      return facts.task !== null && /image|depth|object|segmentation|background/.test(facts.task) && facts.task !== 'text-to-image'
        ? js`${fill('your-image.jpg')}`
        : js`${facts.widgetText ?? 'The tide turns at noon.'}`
  }
}

/** In Node the default is the full-precision file; a repository that only has another one needs its name. */
function dtypeOf(facts: ModelFacts): string | null {
  const files = filesEnding(facts, '.onnx').filter((file) => file.startsWith('onnx/'))
  if (files.length === 0 || files.some((file) => /^onnx\/(\w+_)?(model|encoder_model|decoder_model_merged)\.onnx$/.test(file))) return null
  const found = /_(fp16|int8|uint8|q8|q4f16|q4|bnb4|quantized)\.onnx$/.exec(files[0] ?? '')?.[1]
  return found === undefined ? null : found === 'quantized' ? 'q8' : found
}
