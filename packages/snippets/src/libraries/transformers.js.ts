import { browserPipeline, otherBrowserPipelines } from '@portolan/tasks'
import { fill, type Block, js, lines, when } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { transformersJsEndpoint } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** @see https://huggingface.co/docs/transformers.js — API of release 4 */
export const library = defineLibrary({
  id: 'transformers.js',
  label: 'Transformers.js',
  repoName: 'transformers.js',
  repo: 'https://github.com/huggingface/transformers.js',
  docs: 'https://huggingface.co/docs/transformers.js',
  filter: true,
  downloads: 'default',
  names: { npm: ['@huggingface/transformers'] },
  install: () => ({ javascript: ['@huggingface/transformers'] }),
  offers: (facts) =>
    facts.tags.has('transformers.js') || (facts.tags.has('transformers') && facts.files.some((file) => /^onnx\/.*\.onnx$/.test(file))),
  snippets(facts, target) {
    const task = taskOf(facts)
    if (task !== null) return { drafts: [pipelineDraft(facts, target, task)] }
    const why: Note =
      facts.task === null
        ? {
            code: 'pipeline-tag-unknown',
            text: 'The task of this model is unknown, so there is no pipeline to name. This loads the bare model.',
          }
        : {
            code: 'task-not-in-runtime',
            text: `Transformers.js has no pipeline for ${facts.task}. This loads the bare model; its card may name the class to use.`,
          }
    return { drafts: [modelDraft(facts, target)], notes: [why] }
  },
})

/** The name that `pipeline()` accepts, including tasks of the runtime that are not in the catalog. */
function taskOf({ task }: ModelFacts): string | null {
  if (task === null) return null
  return browserPipeline(task) ?? (Object.hasOwn(otherBrowserPipelines, task) ? task : null)
}

function pipelineDraft(facts: ModelFacts, target: Target, task: string): Draft {
  const sound = hearsSound(task)
  const code = script(target, 'pipeline', [
    js`const pipe = await pipeline(${task}, ${facts.id}${options(facts, target)})`,
    when(sound, readWav),
    js`console.log(await pipe(${sound ? soundInput(task) : input(facts, task)}))`,
  ])
  const withReader = sound ? lines('javascript', [js`import { readFile } from "node:fs/promises"`, code]) : code
  return { id: 'pipeline', title: 'Run it in Node', code: withReader, proofId: `pipeline:${task}` }
}

function modelDraft(facts: ModelFacts, target: Target): Draft {
  const code = script(target, 'AutoModel', [js`const model = await AutoModel.from_pretrained(${facts.id}${options(facts, target)})`])
  return { id: 'model', title: 'Load the model', code }
}

function script(target: Target, name: 'pipeline' | 'AutoModel', body: readonly (Block | undefined)[]): Block {
  const own = name === 'pipeline' ? js`pipeline` : js`AutoModel`
  const imported = target.isHuggingFace ? own : name === 'pipeline' ? js`env, pipeline` : js`AutoModel, env`
  return lines(
    'javascript',
    [js`import { ${imported} } from "@huggingface/transformers"`, lines('javascript', [transformersJsEndpoint(target), ...body])],
    1,
  )
}

function options(facts: ModelFacts, target: Target): Block | undefined {
  const revision = revisionOf(target)
  const dtype = dtypeOf(facts)
  const chosen = {
    ...(revision === null ? {} : { revision }),
    ...(dtype === null ? {} : { dtype }),
    ...(target.device === 'cpu' || target.device === 'cuda' ? { device: target.device } : {}),
  }
  return when(Object.keys(chosen).length > 0, js`, ${chosen}`)
}

function hearsSound(task: string): boolean {
  return task === 'audio-classification' || task === 'automatic-speech-recognition' || task === 'zero-shot-audio-classification'
}

/** Node has no decoder for audio files: the samples of a plain WAV file are read after its 44-byte header. */
const readWav = js`
  const wav = new Uint8Array(await readFile(${fill('your-audio.wav')})) // 16 bit, mono, at the rate of the model: mostly 16 kHz
  const samples = Float32Array.from(new Int16Array(wav.buffer, 44, (wav.length - 44) >> 1), (value) => value / 32768)
`

function soundInput(task: string): Block {
  return task === 'zero-shot-audio-classification' ? js`samples, ["waves", "a ship's horn", "music"]` : js`samples`
}

function input(facts: ModelFacts, task: string): Block {
  switch (task) {
    case 'text-generation':
      return facts.isConversational
        ? js`[{ role: "user", content: "Which ocean is the deepest?" }], { max_new_tokens: 40 }`
        : js`${facts.widgetText ?? 'Once upon a time'}, { max_new_tokens: 40 }`
    case 'question-answering':
      return js`"Where is the harbour?", "The harbour is in the north of the island."`
    case 'feature-extraction':
      return js`${facts.sentences[0] ?? facts.widgetText ?? 'The tide turns at noon.'}, { pooling: "mean", normalize: true }`
    case 'zero-shot-classification':
      return js`"The tide turns at noon.", ["weather", "sea", "music"]`
    case 'fill-mask':
      return js`${facts.widgetText ?? `The ship sails across the ${facts.maskToken ?? '[MASK]'}.`}`
    case 'zero-shot-image-classification':
    case 'zero-shot-object-detection':
      return js`${fill('your-image.jpg')}, ["animals", "humans", "landscape"]`
    case 'document-question-answering':
      return js`${fill('your-image.jpg')}, "What is the title?"`
    default:
      return /image|depth|object|background/.test(task)
        ? js`${fill('your-image.jpg')}`
        : js`${facts.widgetText ?? 'The tide turns at noon.'}`
  }
}

/** In Node, the default is the full-precision file; a repository that only has another one must name it. */
function dtypeOf(facts: ModelFacts): string | null {
  const files = filesEnding(facts, '.onnx').filter((file) => file.startsWith('onnx/'))
  if (files.length === 0 || files.some((file) => /^onnx\/(\w+_)?(model|encoder_model|decoder_model_merged)\.onnx$/.test(file))) return null
  const found = /_(fp16|int8|uint8|q8|q4f16|q4|bnb4|quantized)\.onnx$/.exec(files[0] ?? '')?.[1]
  return found === undefined ? null : found === 'quantized' ? 'q8' : found
}
