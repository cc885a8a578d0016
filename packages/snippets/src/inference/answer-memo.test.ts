import { describe, expect, test } from 'vitest'
import { generatedCalls } from '../../proofs/inference-calls.ts'
import { InputFile, toModelFacts } from '../index.ts'
import { inferenceSnippets, printAnswer } from './inference-snippets.ts'

/*
 * An answer derived from another model's answer must equal the one that would have been printed.
 */
const ids = [
  'ada/sea-model',
  'bob/bay-model',
  'a/very-long-name-of-a-model-that-goes-over-the-width-of-a-line-of-code-here',
  'openai/gpt-model',
  'fal-ai/lora',
  'maker/Kokoro-82M',
  'maker/FLUX.1-Kontext',
  'q/q',
  'x/Qz9Qz9Qz9',
  'no-owner-here',
  '../../etc/pw',
  `o'b"\\$(id)/x`,
]

test('for every call and ids of many kinds', { timeout: 300_000 }, () => {
  let compared = 0
  let index = 0
  for (const { record, target, call, case: name } of generatedCalls()) {
    // A different subset of the ids for each call: over all options, every call meets every id.
    for (let n = 0; n < 2; n++) {
      const facts = toModelFacts({ ...record, id: ids[index++ % ids.length] })
      const [kept, anew] = [inferenceSnippets(facts, target, call), printAnswer(facts, target, call)]
      if (JSON.stringify(kept) !== JSON.stringify(anew))
        expect({ name, id: facts.id, answer: kept }).toEqual({ name, id: facts.id, answer: anew })
      compared++
    }
  }
  expect(compared).toBeGreaterThan(90_000)
})

describe('what must not be taken for the same', () => {
  const target = {
    endpoint: 'https://hub.example.org',
    isHuggingFace: false,
    revision: 'main',
    visibility: 'public',
    gated: false,
    python: 'pip',
    javascript: 'npm',
    device: 'auto',
  } as const
  const facts = toModelFacts({ id: 'ada/sea-model', pipeline_tag: 'text-generation' })
  const ask = (parameters: unknown, id = 'ada/sea-model') =>
    inferenceSnippets(toModelFacts({ id, pipeline_tag: 'text-generation' }), target, {
      provider: 'auto',
      opts: { parameters: parameters as never },
    })

  test('a number that is none', () => {
    expect('snippets' in ask({ temperature: null })).toBe(true)
    expect(ask({ temperature: Number.NaN })).toMatchObject({ reason: { code: 'option-invalid' } })
  })

  test('a text of the caller that is the placeholder', () => {
    const text = 'x/Qz9Qz9Qz9Qz9Qz9'.slice(0, 'ada/sea-model'.length)
    const answer = inferenceSnippets(facts, target, { provider: 'auto', opts: { inputs: text } })
    if ('reason' in answer) throw new Error(answer.reason.text)
    for (const { code } of answer.snippets) expect(code).toContain(text)
  })

  test('keys and values that run into one another', () => {
    const one = ask({ a: 'b', c: 'd' })
    const other = ask({ a: 'b1:c1:d' })
    expect(JSON.stringify(one)).not.toBe(JSON.stringify(other))
  })

  test('files stay files', () => {
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'cat.png' } }] }]
    for (const id of ['ada/sea-model', 'bob/bay-model']) {
      const answer = inferenceSnippets(toModelFacts({ id, pipeline_tag: 'image-text-to-text' }), target, {
        provider: 'auto',
        opts: { messages },
      })
      if ('reason' in answer) throw new Error(answer.reason.text)
      const [first] = answer.snippets
      const body = first?.request.body
      expect(
        body?.kind === 'json' &&
          (body.value as { messages: [{ content: [{ image_url: { url: unknown } }] }] }).messages[0].content[0].image_url.url,
      ).toBeInstanceOf(InputFile)
    }
  })
})
