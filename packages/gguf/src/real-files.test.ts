import { expect, test } from 'vitest'
import { readArrayValue, readGgufHeader, requiredFileBytes } from './header.ts'
import { inMemory } from './testing/in-memory.ts'
import { absent, realModel, realVocabulary, sharedFile } from './testing/shared-data.ts'
import type { GgufArray } from './values.ts'

test('a real vocabulary without tensors', async ({ skip }) => {
  const file = sharedFile(realVocabulary) ?? skip(absent)
  const { read, served } = inMemory(file)
  const header = await readGgufHeader(read)
  expect(header).toMatchObject({ version: 3, littleEndian: true, tensors: [], parameters: 0, bitsPerWeight: null })
  expect(header.metadata.size).toBe(20)
  expect(header.metadata.get('general.architecture')).toBe('bert')
  expect([header.headerBytes, requiredFileBytes(header)]).toEqual([file.length, file.length])
  expect(served().bytes).toBeLessThanOrEqual(file.length)
  const tokens = header.metadata.get('tokenizer.ggml.tokens') as GgufArray
  expect([tokens.length, tokens.values.slice(0, 2)]).toEqual([30_522, ['[PAD]', '[unused0]']])
  for (const [index, token] of [
    [0, '[PAD]'],
    [101, '[CLS]'],
    [103, '[MASK]'],
    [30_522, null],
  ] as const)
    expect(await readArrayValue(read, header, tokens, index)).toBe(token)
})

test('a whole small model: its tensors add up to the file', async ({ skip }) => {
  const file = sharedFile(realModel) ?? skip(absent)
  const { read, served } = inMemory(file)
  const header = await readGgufHeader(read)
  expect(header.metadata.get('general.architecture')).toBe('llama')
  expect(header.parametersByType).toEqual([{ type: 'F32', typeCode: 0, parameters: header.parameters, tensors: header.tensors.length }])
  expect([header.parameters, header.bitsPerWeight]).toEqual([292_800, 32])
  expect(requiredFileBytes(header)).toBe(file.length)
  expect(served()).toEqual({ bytes: 65_536, reads: 1 })
})

test('a real header cut anywhere is truncated, and never anything else', async ({ skip }) => {
  const file = sharedFile(realVocabulary) ?? skip(absent)
  for (let length = 0; length < file.length; length += 997)
    await expect(readGgufHeader(inMemory(file.subarray(0, length)).read)).rejects.toMatchObject({ code: 'gguf.truncated' })
})
