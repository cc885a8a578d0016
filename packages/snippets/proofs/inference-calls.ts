import { inferenceProviderKeys, taskIds } from '@portolan/tasks'
import { type HoleSpan, printWithHoles } from '../src/code/index.ts'
import { type InferenceCall, type InferenceOptions, type Target, targetFor, toModelFacts } from '../src/index.ts'
import { planInference, type PlannedSnippet } from '../src/inference/inference-snippets.ts'
import type { PrintedBlock } from './printed-block.ts'

/** An HTTP call generated for the proofs. */
export interface GeneratedCall {
  /** `text-generation/groq/hub/streaming`: unique. */
  readonly case: string
  readonly record: Readonly<Record<string, unknown>>
  readonly target: Target
  readonly call: InferenceCall
}

export const inferenceTargets: Readonly<Record<string, Target>> = {
  hub: targetFor('https://hub.example.org'),
  huggingface: targetFor('https://huggingface.co'),
}

export const everyProvider: readonly string[] = [...inferenceProviderKeys, 'auto', 'portolan']

const image = { type: 'image_url', image_url: { url: 'cat.png' } }
const words = 'It\'s "calm"\nat $HOME `today` \\ ${x}'

/** Options by name: those for chat, and those for the other tasks. */
const chatOptions: Readonly<Record<string, InferenceOptions>> = {
  plain: {},
  streaming: { streaming: true },
  bill: { billTo: 'acme-corp' },
  direct: { directRequest: true },
  'direct-streaming': { directRequest: true, streaming: true, parameters: { temperature: 0.5 } },
  endpoint: { endpointUrl: 'http://127.0.0.1:9000/' },
  'endpoint-v1': { endpointUrl: 'http://127.0.0.1:9000/v1', streaming: true },
  parameters: { parameters: { temperature: 0.7, max_tokens: 64, top_p: 0.9, seed: 7, stop: ["it's"], logprobs: true } },
  'other-parameters': { streaming: true, parameters: { top_k: 5, do_sample: true, 'odd name': [1, null, { a: false }] } },
  inputs: { inputs: words },
  messages: {
    messages: [
      { role: 'system', content: words },
      { role: 'user', content: 'Hello' },
    ],
  },
  picture: { streaming: true, messages: [{ role: 'user', content: [{ type: 'text', text: words }, image] }] },
  address: { messages: [{ role: 'user', content: [image, { type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] }] },
  all: { streaming: true, billTo: 'acme-corp', parameters: { temperature: 1, tools: [] }, messages: [{ role: 'user', content: words }] },
}
const taskOptions: Readonly<Record<string, InferenceOptions>> = {
  plain: {},
  bill: { billTo: 'acme-corp' },
  direct: { directRequest: true },
  endpoint: { endpointUrl: 'http://127.0.0.1:9000/predict' },
  parameters: { parameters: { top_k: 3, seed: 7, normalize: true, truncation: 'longest_first' } },
  numbers: {
    parameters: { num_inference_steps: 9, guidance_scale: 3.5, width: 512, height: 256, target_size: { width: 512, height: 256 } },
  },
  inputs: { inputs: words },
  object: {
    inputs: {
      image: "it's a cat.png",
      prompt: words,
      question: words,
      context: words,
      query: words,
      table: { "a'b": ['1', '2'] },
      source_sentence: words,
      sentences: [words, 'b'],
      data: { a: [1, 2] },
      text: words,
      candidate_labels: ["it's", 'b'],
    },
  },
  address: { inputs: 'https://example.org/files/some-file.mp3?a=1&b={2}' },
  all: { billTo: 'acme-corp', directRequest: true, parameters: { top_k: 3 } },
}

const mappings: Readonly<Record<string, InferenceCall['mapping'] | undefined>> = {
  none: undefined,
  mapped: { providerId: 'maker/model-8b', hfModelId: 'ada/sea-model', status: 'staging' },
  lora: { providerId: 'fal-ai/lora', hfModelId: 'ada/sea-model', adapter: 'lora', adapterWeightsPath: "weights/it's one.safetensors" },
  version: { providerId: 'maker/model:0f1e2d' },
  kontext: { providerId: 'black-forest-labs/FLUX.1-kontext-dev' },
  film: { providerId: 'MiniMax-H3' },
}

/** Every task, every provider, both hubs, every option; mappings with the plain options only. */
export function* generatedCalls(): Generator<GeneratedCall> {
  for (const task of taskIds) {
    const options = isChat(task) ? chatOptions : taskOptions
    for (const provider of everyProvider) {
      const record = {
        id: provider === 'openai' ? 'openai/sea-model' : 'ada/sea-model',
        pipeline_tag: task,
        library_name: 'transformers',
        mask_token: '<mask>',
      }
      for (const [where, target] of Object.entries(inferenceTargets)) {
        for (const [name, opts] of Object.entries(options))
          yield { case: `${task}/${provider}/${where}/${name}`, record, target, call: { provider, opts } }
        for (const [name, mapping] of Object.entries(mappings))
          if (mapping)
            for (const directRequest of [false, true])
              yield {
                case: `${task}/${provider}/${where}/${name}${directRequest ? '-direct' : ''}`,
                record: { ...record, library_name: 'diffusers' },
                target,
                call: { provider, mapping, opts: { directRequest } },
              }
      }
    }
  }
}

function isChat(task: string): boolean {
  return task === 'text-generation' || task === 'any-to-any' || task.endsWith('-text-to-text')
}

/** The code printed for a call, with the positions of its values; empty when there is a reason instead. */
export function printedCall({
  record,
  target,
  call,
}: Pick<GeneratedCall, 'record' | 'target' | 'call'>): (PrintedBlock & { readonly client: string })[] {
  const planned = planInference(toModelFacts(record), target, call)
  return 'reason' in planned ? [] : planned.snippets.map(printedSnippet)
}

function printedSnippet({ language, client, draft }: PlannedSnippet): PrintedBlock & { readonly client: string } {
  const printed: { code: string; holes: HoleSpan[] } = printWithHoles(draft.code)
  return { id: `inference/${language}/${client}`, role: 'load', language, client, ...printed }
}
