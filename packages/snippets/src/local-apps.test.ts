import { describe, expect, test } from 'vitest'
import { examplesOf } from '../scripts/examples.ts'
import { generatedRecords } from '../proofs/generated-records.ts'
import { payloads, withPayload, fullRecord } from '../proofs/hostile-records.ts'
import type { PrintedBlock } from '../proofs/printed-block.ts'
import { DistinctBlocks, verify } from '../proofs/verify.ts'
import { printWithHoles } from './code/index.ts'
import { toModelFacts } from './facts/model-facts.ts'
import { appSnippets, localApps, printApp } from './local-apps.ts'
import { type Target, targetFor } from './target.ts'

const here = targetFor('http://127.0.0.1:7860')
const published = targetFor('https://huggingface.co')
const gguf = toModelFacts({
  id: 'ada/Sea-8B-GGUF',
  library_name: 'gguf',
  pipeline_tag: 'text-generation',
  tags: ['gguf', 'conversational'],
  gguf: { total: 8e9, context_length: 8192, architecture: 'llama', chat_template: '{{ tools }}' },
  siblings: [{ rfilename: 'sea-8b.Q8_0.gguf' }, { rfilename: 'sea-8b.Q4_K_M.gguf' }],
})

function codeOf(id: string, target: Target): string {
  const app = appSnippets(gguf, target).find((each) => each.id === id)
  return [app?.link ?? '', ...(app?.steps ?? []).map(({ code }) => code)].join('\n')
}

test('24 applications, 13 of them with commands on huggingface.co and 11 with a link', () => {
  expect(localApps.length).toBe(24)
  const answers = localApps.map((app) => printApp(app, gguf, published))
  expect(
    answers
      .filter(({ link }) => link !== null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual('lmstudio jan atomic-chat backyard jellybox msty recursechat drawthings diffusionbee joyfusion unsloth'.split(' ').sort())
  expect(answers.filter(({ link, steps }) => link === null && steps.length > 0).length).toBe(13)
})

describe('true to this hub', () => {
  test('what knows huggingface.co only gets no link here, but the file and a note', () => {
    for (const app of localApps) {
      const answer = printApp(app, gguf, here)
      expect({ id: app.id, link: answer.link, steps: answer.steps.length > 0 }).toEqual({ id: app.id, link: null, steps: true })
      for (const { code } of answer.steps) expect(code).not.toMatch(/hf\.co\/|-hf |hf:ada|huggingface:\/\//)
    }
  })

  test('each names the hub, or says why not', () => {
    for (const answer of appSnippets(gguf, here)) {
      const says = answer.steps.some(({ code }) => code.includes('HF_ENDPOINT=http://127.0.0.1:7860'))
      expect({ id: answer.id, says }).toEqual({ id: answer.id, says: true })
    }
  })

  test('a pinned revision is downloaded by its name', () => {
    expect(codeOf('llama.cpp', { ...published, revision: 'v1' })).toContain('--revision v1')
    expect(codeOf('llama.cpp', published)).toContain('-hf ada/Sea-8B-GGUF:Q4_K_M')
  })

  test('a container is told that localhost is itself', () => {
    const docker = printApp(localApps.find(({ id }) => id === 'vllm') ?? localApps[0]!, gguf, here).steps.find(({ id }) => id === 'docker')
    expect(docker?.notes.map(({ code }) => code)).toEqual(['endpoint-ignored'])
  })
})

test('ids and file names are encoded in links', () => {
  const odd = toModelFacts({ id: 'ada/a b&c?d', tags: [], gguf: { context_length: 1 }, siblings: [{ rfilename: 'x &.Q4_0.gguf' }] })
  const link = (id: string) => appSnippets(odd, published).find((each) => each.id === id)?.link
  expect(link('lmstudio')).toBe('lmstudio://open_from_hf?model=ada%2Fa%20b%26c%3Fd&file=x%20%26.Q4_0.gguf')
  expect(link('jan')).toBe('jan://models/huggingface/ada/a%20b%26c%3Fd')
})

test('hostile and generated records: every command parses, every value is one word, every link is an address', () => {
  const printed = new DistinctBlocks()
  const take = (record: unknown) => {
    const facts = toModelFacts(record)
    for (const app of localApps)
      for (const target of [here, published, { ...published, revision: "r'$(id)" }]) {
        const { steps, link } = app.answer(facts, target)
        for (const { id, code } of steps) {
          const block: PrintedBlock = { id: `${app.id}/${id}`, role: 'load', language: code.language, ...printWithHoles(code) }
          printed.add(block)
        }
        if (link !== undefined)
          expect({ link, isAddress: URL.canParse(link) && !/["'\s<>`\\]/.test(link) }).toEqual({ link, isAddress: true })
      }
  }
  for (const payload of payloads) for (const record of withPayload(fullRecord('gguf'), payload)) take(record)
  for (const { model } of generatedRecords(['gguf', 'mlx', 'diffusers', 'transformers'])) take(model)
  for (const { record } of examplesOf('llama-cpp-python')) take(record)
  expect(printed.list.length).toBeGreaterThan(500)
  expect(verify(printed.list).map(({ block, what }) => `${block.id}: ${what}\n${block.code}`)).toEqual([])
}, 120_000)
