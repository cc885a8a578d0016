import { describe, expect, test } from 'vitest'
import { targetFor } from '../src/index.ts'
import { answerLine } from './answer-line.ts'

const target = targetFor('https://huggingface.co')
const model = { id: 'ada/sea', pipeline_tag: 'text-generation' }

function answers(inference: unknown, record: unknown = model) {
  const answer = answerLine(JSON.stringify({ case: 'a', model: record, inference }), target)
  if ('error' in answer) throw new Error(answer.error.text)
  return answer.inference
}

describe('calls over HTTP of a line', () => {
  test('each with its provider, its options and its snippets, in order', () => {
    const opts = { streaming: true, temperature: 0.5 }
    const [groq, nobody] = answers([{ provider: 'groq', mapping: { providerId: 'sea-8b' }, opts }, { provider: 'nobody' }])
    expect(groq).toMatchObject({ provider: 'groq', opts })
    const snippets = groq && 'snippets' in groq ? groq.snippets : []
    expect(snippets.map(({ language, client }) => `${language}/${client}`)).toEqual([
      'python/openai',
      'python/huggingface_hub',
      'python/requests',
      'js/openai',
      'js/huggingface.js',
      'js/fetch',
      'sh/curl',
    ])
    for (const { code } of snippets) expect(code).toContain('0.5')
    expect(nobody).toEqual({ provider: 'nobody', opts: {}, code: 'provider-unknown', reason: 'There is no provider "nobody".' })
  })

  test('a token stands neither in the code nor beside it', () => {
    const [answer] = answers([{ provider: 'groq', opts: { accessToken: 'hf_abcdefghijklmnop', billTo: 'acme' } }])
    expect(JSON.stringify(answer)).not.toContain('hf_abcdefghijklmnop')
    expect(answer).toMatchObject({ opts: { billTo: 'acme' } })
  })

  test.for([
    [undefined, []],
    [null, []],
    [{ provider: 'groq' }, [null]],
    ['groq', [null]],
    [
      [5, null, 'x', [], {}],
      [null, null, null, null, null],
    ],
    [[{ provider: 3 }], [null]],
    [[{ provider: 'groq', mapping: 'x' }], ['groq']],
    [[{ provider: 'groq', opts: [1] }], ['groq']],
  ])('malformed: %o', ([inference, providers]) => {
    const found = answers(inference)
    expect(found.map(({ provider }) => provider)).toEqual(providers)
    for (const each of found) expect(each).toMatchObject({ code: 'call.malformed', reason: expect.stringMatching(/./) })
  })

  test('options of the wrong type are a reason', () => {
    expect(answers([{ provider: 'groq', opts: { parameters: 'x' } }])).toMatchObject([{ code: 'option-invalid' }])
    expect(answers([{ provider: 'groq', opts: { messages: 'x' } }])).toMatchObject([{ code: 'input-invalid' }])
  })
})
