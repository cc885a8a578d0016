import { taskIds } from '@portolan/tasks'
import type { InferenceCall, InferenceOptions } from '../../src/index.ts'
import { payloads } from '../hostile-records.ts'
import { everyProvider, type GeneratedCall, inferenceTargets } from '../inference-calls.ts'

/** The file that values create if they are executed. */
export const traceOfRunning = 'it-ran'

/** Text that ends literals, expands, hides or executes where it is not a literal. */
const texts = payloads.filter((payload) => typeof payload === 'string')
const shortTexts = texts.filter((text) => text.isWellFormed() && !text.includes('\0') && text.length < 100)
const running = `$(touch ${traceOfRunning}) \`touch ${traceOfRunning}\` '; touch ${traceOfRunning} #`
const hostile = `it's "so" \\ ${shortTexts.join(' ')} ${running}`
const name = `a cat's "$(touch ${traceOfRunning})\` \${x}`

const messages: NonNullable<InferenceOptions['messages']> = [
  { role: 'system', content: hostile },
  {
    role: 'user',
    content: [
      { type: 'text', text: hostile },
      { type: 'image_url', image_url: { url: `${name}.png` } },
    ],
  },
]
const chat: Readonly<Record<string, InferenceOptions>> = {
  'hostile-messages': { messages },
  'hostile-messages-streaming': { messages, streaming: true, billTo: `o'hare "${running}" \\` },
  'hostile-parameters': { parameters: { stop: [hostile], x_y: { [hostile]: [[true, false, 1.5e-7, -0.0001, 12_345_678_901]] } } },
}
const others: Readonly<Record<string, InferenceOptions>> = {
  'hostile-text': { inputs: hostile },
  'hostile-file': { inputs: { image: `${name}.png`, prompt: hostile, question: hostile, candidate_labels: [hostile, "it's"] } },
  'hostile-sound': { inputs: `${name}.flac`, billTo: `o'hare "${running}" \\` },
  'hostile-object': {
    inputs: {
      question: hostile,
      context: hostile,
      query: hostile,
      table: { [hostile]: [hostile, "it's"], plain: ['1', '2'] },
      source_sentence: hostile,
      sentences: [hostile, "it's", ''],
      data: { [hostile]: [hostile, 1, true] },
      text: hostile,
      candidate_labels: [hostile, "it's"],
    },
  },
  'hostile-parameters': { parameters: { stop: [hostile], x_y: { [hostile]: [[true, false, 1.5e-7, -0.0001]] } } },
}

/** Provider ids that change the request, in addition to those of the calls generated for every task. */
const mappings: Readonly<Record<string, InferenceCall['mapping']>> = {
  kokoro: { providerId: 'hexgrad/Kokoro-82M' },
  edit: { providerId: 'fal-ai/flux-2/edit', adapter: 'lora', adapterWeightsPath: 'weights/one.safetensors' },
}

/** Every task, every provider, both hubs, with values that do harm wherever they are not literals; and each value by itself in a chat. */
export function* hostileCalls(): Generator<GeneratedCall> {
  for (const task of taskIds)
    for (const provider of everyProvider)
      for (const [where, target] of Object.entries(inferenceTargets)) {
        const record = recordOf(task, provider)
        const options = task === 'text-generation' || task === 'any-to-any' || task.endsWith('-text-to-text') ? chat : others
        for (const [what, opts] of Object.entries(options))
          yield { case: `${task}/${provider}/${where}/${what}`, record, target, call: { provider, opts } }
        for (const [what, mapping] of Object.entries(mappings))
          if (mapping) yield { case: `${task}/${provider}/${where}/${what}`, record, target, call: { provider, mapping, opts: {} } }
      }
  for (const [where, target] of Object.entries(inferenceTargets))
    for (const [i, text] of texts.entries())
      for (const streaming of [false, true])
        yield {
          case: `text-generation/auto/${where}/hostile-text-${i}${streaming ? '-streaming' : ''}`,
          record: recordOf('text-generation', 'auto'),
          target,
          call: { provider: 'auto', opts: { streaming, messages: [{ role: 'user', content: text }] } },
        }
}

function recordOf(task: string, provider: string): Readonly<Record<string, unknown>> {
  return {
    id: provider === 'openai' ? 'openai/sea-model' : 'ada/sea-model',
    pipeline_tag: task,
    library_name: 'transformers',
    mask_token: '<mask>',
  }
}
