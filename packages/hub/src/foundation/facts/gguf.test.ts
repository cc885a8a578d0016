import { fileTypes } from '@portolan/gguf'
import { tinyModel, tinyModelParameters, tinyShards, writeGguf } from '@portolan/gguf/testing'
import { expect, test } from 'vitest'
import { extractFacts } from './extract-facts.ts'
import { inMemorySource, type RepoFacts } from './facts.ts'

function factsOf(files: Record<string, Uint8Array>): Promise<RepoFacts> {
  return extractFacts(
    inMemorySource(
      'model',
      Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
    ),
  )
}

const tiny = { architecture: 'llama', contextLength: 2048, layers: { layers: 2, cacheHeads: 2, headSize: 64 } }

test('one model in several quantizations is read once', async () => {
  const facts = await factsOf({
    'tiny-Q8_0.gguf': tinyModel('Q8_0'),
    'tiny-F16.gguf': tinyModel('F16'),
    'tiny-Q4_K_M.gguf': tinyModel('Q4_K_M'),
  })
  expect(facts.warnings).toEqual([])
  expect(facts.params).toBe(tinyModelParameters)
  expect(facts.ggufModels).toEqual([
    {
      ...tiny,
      stem: 'tiny',
      path: 'tiny-Q8_0.gguf',
      parameters: tinyModelParameters,
      tensorTypes: [
        { type: 'Q8_0', parameters: tinyModelParameters - 768 },
        { type: 'F32', parameters: 768 },
      ],
    },
  ])
  expect(facts.gguf).toEqual({ total: tinyModelParameters, architecture: 'llama', context_length: 2048, file_type: 'Q8_0' })
})

test('models of other names have headers of their own; the first file is what the repo is about', async () => {
  const facts = await factsOf({
    'mmproj-F16.gguf': writeGguf({ metadata: { 'general.architecture': 'clip' } }),
    'a-Q4_0.gguf': tinyModel('Q4_0'),
    'b-F32.gguf': tinyModel('F32', { metadata: { 'general.architecture': 'qwen3' } }),
  })
  expect(facts.gguf).toMatchObject({ architecture: 'llama', file_type: 'Q4_0' })
  expect(facts.ggufModels?.map(({ stem, path, architecture, layers }) => [stem, path, architecture, layers !== null])).toEqual([
    ['a', 'a-Q4_0.gguf', 'llama', true],
    ['b', 'b-F32.gguf', 'qwen3', false],
  ])
})

test('shards are added up, and not when one is missing', async () => {
  const [one = new Uint8Array(), two = new Uint8Array(), three = new Uint8Array()] = tinyShards('Q4_0', 3)
  const whole = { 'm-Q4_0-00001-of-00003.gguf': one, 'm-Q4_0-00002-of-00003.gguf': two, 'm-Q4_0-00003-of-00003.gguf': three }
  expect((await factsOf(whole)).ggufModels).toMatchObject([{ stem: 'm', parameters: tinyModelParameters }])
  expect((await factsOf(whole)).params).toBe(tinyModelParameters)
  const { 'm-Q4_0-00002-of-00003.gguf': _missing, ...rest } = whole
  const facts = await factsOf(rest)
  expect([facts.params, facts.warnings]).toEqual([null, []])
  expect(facts.ggufModels).toMatchObject([{ stem: 'm', architecture: 'llama', parameters: null, tensorTypes: [] }])
})

test('a damaged part is named, and the sum is not known', async () => {
  const [one = new Uint8Array()] = tinyShards('Q4_0', 2)
  const facts = await factsOf({ 'm-00001-of-00002.gguf': one, 'm-00002-of-00002.gguf': Buffer.from('GGUF\x03\0\0\0') })
  expect(facts.warnings).toEqual([
    { path: 'm-00002-of-00002.gguf', code: 'gguf.invalid', message: 'The file ends inside its header, at byte 8' },
  ])
  expect([facts.params, facts.gguf]).toEqual([null, { architecture: 'llama', context_length: 2048, file_type: 'Q4_0' }])
})

test('a header that names more than its file holds is not believed', async () => {
  const facts = await factsOf({
    'm.gguf': writeGguf({
      metadata: { 'general.architecture': 'llama' },
      tensors: [{ name: 't', type: 'F16', shape: [1_000_000, 1_000_000] }],
      withData: false,
    }),
  })
  expect(facts.params).toBe(null)
  expect(facts.ggufModels).toMatchObject([{ parameters: null }])
  expect(facts.warnings).toEqual([
    {
      path: 'm.gguf',
      code: 'gguf.invalid',
      message: expect.stringMatching(/^The tensors need 2000000000\d+ bytes, but the file has \d+$/) as string,
    },
  ])
})

test('layers with heads of their own, and heads of their own size', async () => {
  const metadata = {
    'general.architecture': 'gemma3',
    'gemma3.block_count': 4,
    'gemma3.attention.head_count': 8,
    'gemma3.attention.head_count_kv': { type: 'array', of: 'uint32', values: [4, 4, 2, 2] },
    'gemma3.attention.key_length': 256,
    'gemma3.attention.value_length': 128,
    'general.file_type': fileTypes.BF16,
  } as const
  const facts = await factsOf({ 'm.gguf': writeGguf({ metadata }) })
  expect(facts.ggufModels).toMatchObject([{ layers: { layers: 4, cacheHeads: 3, headSize: 192 }, parameters: null }])
})

test('shapes that are no numbers are left out', async () => {
  for (const value of [0, -1, 0.5, 'many', true]) {
    const facts = await factsOf({
      'm.gguf': tinyModel('Q4_0', { metadata: { 'llama.block_count': value, 'llama.context_length': value } }),
    })
    expect(facts.ggufModels).toMatchObject([{ layers: null, contextLength: null }])
  }
})

test('many hostile files cost no more than the budget', { timeout: 60_000 }, async () => {
  const endless = Buffer.alloc(24)
  endless.write('GGUF')
  endless.writeUInt32LE(2, 4)
  endless.writeBigUInt64LE(65_000n, 8)
  let served = 0
  const facts = await extractFacts({
    type: 'model',
    files: Array.from({ length: 360 }, (_, i) => ({
      path: `m${i % 6}-${String(Math.floor(i / 6) + 1).padStart(5, '0')}-of-00060.gguf`,
      size: 1e9,
      lfs: true,
    })),
    read: async (_path, range) => {
      const { start, end } = range ?? { start: 0, end: 0 }
      served += end - start + 1
      // An endless list of tensors without dimensions, each with its own name.
      const bytes = Buffer.alloc(end - start + 1)
      if (start === 0) endless.copy(bytes)
      const tensor = Buffer.alloc(32)
      tensor.writeUInt32LE(8)
      for (let at = 24 + Math.max(0, Math.floor((start - 24) / 32)) * 32; at <= end; at += 32) {
        tensor.write(at.toString(16).padStart(8, '0'), 8)
        tensor.copy(bytes, Math.max(0, at - start), Math.max(0, start - at))
      }
      return bytes
    },
  })
  expect(served).toBeGreaterThan(64 * 1024 * 1024)
  expect(served).toBeLessThan(66 * 1024 * 1024)
  expect(facts.ggufModels?.map(({ parameters }) => parameters)).toEqual([null])
  expect(facts.warnings[0]?.message).toBe('The headers together exceed 67108864 bytes')
})
