import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type InferenceCall, type InferenceSnippet, inferenceSnippets, type Target, targetFor, toModelFacts } from '../index.ts'

/*
 * What people paste, as files to read: a folder per case, a file per client. UPDATE_GOLDENS=1 writes them.
 */
const root = join(import.meta.dirname, 'golden')
const hub = targetFor('https://hub.example.org')
const huggingFace = targetFor('https://huggingface.co')
const parameters = { temperature: 0.7, max_tokens: 64, stop: ["it's"], do_sample: true }
const lora = { providerId: 'fal-ai/lora', hfModelId: 'ada/sea', adapter: 'lora', adapterWeightsPath: 'weights/sea boat.safetensors' }
const hostile = 'a"; import os\n\'$(id)` ${x} \u202e\\'

const cases: Readonly<Record<string, readonly [task: string, target: Target, call: InferenceCall, library?: string]>> = {
  chat: ['text-generation', hub, { provider: 'portolan' }],
  'chat-streaming': ['text-generation', hub, { provider: 'portolan', opts: { streaming: true, billTo: 'acme', parameters } }],
  'chat-huggingface': ['text-generation', huggingFace, { provider: 'groq', opts: { billTo: 'acme', parameters } }],
  'chat-direct': ['text-generation', huggingFace, { provider: 'zai-org', opts: { directRequest: true, streaming: true } }],
  'chat-direct-here': [
    'text-generation',
    { ...hub, python: 'uv', javascript: 'pnpm' },
    { provider: 'cohere', mapping: { providerId: 'sea-8b' }, opts: { directRequest: true } },
  ],
  'chat-own-address': ['text-generation', hub, { provider: 'auto', opts: { endpointUrl: 'http://localhost:8080' } }],
  'chat-picture': ['image-text-to-text', hub, { provider: 'auto' }],
  'chat-hostile': [
    'text-generation',
    hub,
    { provider: 'auto', opts: { messages: [{ role: hostile, content: hostile }], parameters: { [hostile]: hostile } } },
  ],
  'text-classification': ['text-classification', hub, { provider: 'auto', opts: { parameters: { top_k: 2 } } }],
  'feature-extraction': [
    'feature-extraction',
    huggingFace,
    { provider: 'hf-inference', opts: { inputs: ['One\nline.', 'Another.'], parameters: { normalize: true } } },
  ],
  'feature-extraction-deepinfra': ['feature-extraction', hub, { provider: 'deepinfra' }],
  'fill-mask': ['fill-mask', huggingFace, { provider: 'auto' }],
  'table-question-answering': ['table-question-answering', hub, { provider: 'auto' }],
  'document-question-answering': ['document-question-answering', hub, { provider: 'auto' }],
  'sentence-similarity': ['sentence-similarity', hub, { provider: 'auto' }],
  'zero-shot-classification': ['zero-shot-classification', hub, { provider: 'auto' }],
  'zero-shot-image-classification': ['zero-shot-image-classification', huggingFace, { provider: 'hf-inference' }],
  'tabular-regression': ['tabular-regression', hub, { provider: 'auto' }],
  speech: ['automatic-speech-recognition', hub, { provider: 'auto' }],
  'speech-form': ['automatic-speech-recognition', huggingFace, { provider: 'together' }],
  'text-to-speech': ['text-to-speech', huggingFace, { provider: 'replicate', mapping: { providerId: 'maker/voice:0f1e2d' } }],
  'text-to-image': ['text-to-image', hub, { provider: 'auto' }],
  'text-to-image-fal': ['text-to-image', huggingFace, { provider: 'fal-ai', mapping: lora }],
  'text-to-image-together': ['text-to-image', huggingFace, { provider: 'together', opts: { directRequest: true } }],
  'image-to-image': ['image-to-image', huggingFace, { provider: 'fal-ai', opts: { billTo: 'acme' } }],
  'image-to-video': ['image-to-video', hub, { provider: 'wavespeed' }],
  'text-to-video': ['text-to-video', huggingFace, { provider: 'novita' }],
  'image-segmentation': ['image-segmentation', hub, { provider: 'auto', opts: { inputs: 'https://files.example.org/cats.jpg' } }],
}

const endings = { python: 'py', javascript: 'mjs', shell: 'sh' } as const

function fileOf({ language, client, install, code, notes }: InferenceSnippet): readonly [name: string, text: string] {
  const mark = language === 'javascript' ? '//' : '#'
  const above = [...(install === '' ? [] : [install.trim()]), ...notes.map(({ text }) => `Note: ${text}`)].map(
    (line) => `${mark} ${line}\n`,
  )
  return [`${language}-${client.replace('.', '')}.${endings[language]}`, `${above.join('')}${above.length > 0 ? '\n' : ''}${code}`]
}

const expected = new Map(
  Object.entries(cases).flatMap(([name, [task, target, call, library = 'transformers']]) => {
    const answer = inferenceSnippets(
      toModelFacts({ id: 'ada/sea', pipeline_tag: task, library_name: library, mask_token: '<mask>' }),
      target,
      call,
    )
    if ('reason' in answer) throw new Error(`${name}: ${answer.reason.text}`)
    return answer.snippets.map((snippet) => {
      const [file, text] = fileOf(snippet)
      return [`${name}/${file}`, text] as const
    })
  }),
)

test('the printed code equals the golden files, byte for byte (UPDATE_GOLDENS=1 writes them)', () => {
  if (process.env['UPDATE_GOLDENS'] === '1') {
    rmSync(root, { recursive: true, force: true })
    for (const [path, text] of expected) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  const present = existsSync(root)
    ? readdirSync(root).flatMap((name) => readdirSync(join(root, name)).map((file) => `${name}/${file}`))
    : []
  expect(present.toSorted()).toEqual([...expected.keys()].toSorted())
  for (const [path, text] of expected) expect({ path, text: readFileSync(join(root, path), 'utf8') }).toEqual({ path, text })
})

test('no golden holds what must never be printed', () => {
  for (const [path, text] of expected)
    expect({ path, bad: /\bundefined\b|NaN|\[object|hf_[A-Za-z0-9]{8}|[ \t]$/m.exec(text)?.[0] ?? null }).toEqual({ path, bad: null })
})
