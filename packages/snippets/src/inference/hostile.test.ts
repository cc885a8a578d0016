import { describe, expect, test } from 'vitest'
import { payloads, withPayload } from '../../proofs/hostile-records.ts'
import { inferenceTargets, printedCall } from '../../proofs/inference-calls.ts'
import { DistinctBlocks, verify } from '../../proofs/verify.ts'
import { inferenceSnippets, readInferenceOptions, toModelFacts } from '../index.ts'

/*
 * Calls of every shape, with every payload in every place of the record, the mapping and the options: nothing throws, and all printed code contains
 * them as literals.
 */
const picture = { type: 'image_url', image_url: { url: 'cat.png' } }
const shared = { billTo: 'acme', parameters: { temperature: 0.5, 'some name': ['x'] } }
const mapping = { providerId: 'maker/model', hfModelId: 'ada/sea', adapter: 'lora', adapterWeightsPath: 'a/b.safetensors', status: 'live' }
const bases: readonly (readonly [name: string, task: string, where: string, call: Record<string, unknown>])[] = [
  [
    'chat here',
    'text-generation',
    'hub',
    {
      provider: 'groq',
      upstream: 'fast',
      mapping,
      opts: { ...shared, streaming: true, messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, picture] }] },
    },
  ],
  ['chat elsewhere', 'image-text-to-text', 'huggingface', { provider: 'auto', opts: { ...shared, inputs: 'a' } }],
  ['chat directly', 'text-generation', 'huggingface', { provider: 'cohere', mapping, opts: { ...shared, directRequest: true } }],
  ['chat at an own address', 'text-generation', 'hub', { provider: 'auto', opts: { ...shared, endpointUrl: 'http://127.0.0.1:9000/v1' } }],
  [
    'an own address',
    'text-classification',
    'hub',
    { provider: 'hf-inference', opts: { ...shared, endpointUrl: 'http://127.0.0.1:9000/a?b=c' } },
  ],
  ['text', 'fill-mask', 'hub', { provider: 'portolan', opts: { ...shared } }],
  ['embeddings', 'feature-extraction', 'hub', { provider: 'deepinfra', mapping, opts: { inputs: ['a', 'b'], billTo: 'acme' } }],
  [
    'labels',
    'zero-shot-classification',
    'huggingface',
    { provider: 'hf-inference', opts: { inputs: { text: 'a', candidate_labels: ['x', 'y'] } } },
  ],
  ['a question', 'question-answering', 'hub', { provider: 'auto', opts: { inputs: { question: 'a', context: 'b' } } }],
  ['a question to a table', 'table-question-answering', 'hub', { provider: 'auto', opts: { inputs: { query: 'a', table: { b: ['c'] } } } }],
  [
    'a question to a picture',
    'visual-question-answering',
    'hub',
    { provider: 'auto', opts: { inputs: { image: 'a.png', question: 'b' } } },
  ],
  ['sentences', 'sentence-similarity', 'hub', { provider: 'auto', opts: { inputs: { source_sentence: 'a', sentences: ['b'] } } }],
  ['a table', 'tabular-classification', 'hub', { provider: 'auto', opts: { inputs: { data: { a: [1, 'b'] } } } }],
  ['a recording', 'audio-classification', 'hub', { provider: 'auto', opts: { inputs: 'a.flac', billTo: 'acme' } }],
  [
    'a form',
    'automatic-speech-recognition',
    'hub',
    { provider: 'together', mapping, opts: { inputs: 'a.wav', parameters: { language: 'en' } } },
  ],
  [
    'a picture and labels',
    'zero-shot-image-classification',
    'hub',
    { provider: 'auto', opts: { inputs: { image: 'a.png', candidate_labels: ['x', 'y'] } } },
  ],
  [
    'a picture and a prompt at fal',
    'image-to-image',
    'huggingface',
    { provider: 'fal-ai', mapping, opts: { inputs: { image: 'a.png', prompt: 'b' }, parameters: { seed: 1 } } },
  ],
  [
    'a picture at replicate',
    'text-to-image',
    'hub',
    { provider: 'replicate', mapping: { ...mapping, providerId: 'maker/model:v1' }, opts: shared },
  ],
  ['a film', 'image-text-to-video', 'hub', { provider: 'wavespeed', mapping, opts: { inputs: { image: 'a.png', prompt: 'b' } } }],
  ['speech', 'text-to-speech', 'huggingface', { provider: 'hf-inference', opts: { inputs: 'a', parameters: { temperature: 1 } } }],
]

describe.for(bases)('%s', ([, task, where, call]) => {
  test('every place, every payload', { timeout: 300_000 }, () => {
    const target = inferenceTargets[where]
    if (!target) throw new Error(`No target ${where}`)
    const record = { id: 'ada/sea-model', pipeline_tag: task, library_name: 'transformers', mask_token: '<mask>', tags: ['conversational'] }
    const printed = new DistinctBlocks()
    let answers = 0
    for (const payload of payloads)
      for (const changed of withPayload({ record, call }, payload)) {
        const given = (typeof changed === 'object' && changed !== null ? changed : {}) as { record?: unknown; call?: unknown }
        const givenCall = typeof given.call === 'object' && given.call !== null ? given.call : { provider: given.call }
        const blocks = printedCall({ record: given.record as never, target, call: givenCall as never })
        answers++
        for (const block of blocks) {
          if (block.code.length < 400_000) printed.add(block)
        }
      }
    expect(answers).toBeGreaterThan(payloads.length * 8)
    expect(printed.list.length).toBeGreaterThan(50)
    expect(verify(printed.list).map(({ block, what }) => `${block.id}: ${what}\n${block.code.slice(0, 2000)}`)).toEqual([])
  })
})

test('a token that is given as an option stands nowhere', () => {
  const token = 'hf_abcdefghijklmnopqrstuvwxyz0123'
  const facts = toModelFacts({ id: 'ada/sea', pipeline_tag: 'text-generation' })
  for (const accessToken of [token, 'sk-live-0123456789']) {
    const answer = inferenceSnippets(facts, inferenceTargets['huggingface'] as never, {
      provider: 'groq',
      opts: readInferenceOptions({ accessToken }),
    })
    expect('snippets' in answer).toBe(true)
    expect(JSON.stringify(answer)).not.toContain(accessToken)
  }
})
