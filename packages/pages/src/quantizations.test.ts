import { expect, test } from 'vitest'
import type { GgufModelFacts } from '@portolan/hub'
import { quantizationsOf } from './quantizations.ts'

const eight: GgufModelFacts = {
  stem: 'm',
  path: 'm-Q8_0.gguf',
  parameters: 8e9,
  tensorTypes: [],
  architecture: 'llama',
  contextLength: 8192,
  layers: { layers: 32, cacheHeads: 8, headSize: 128 },
}
const file = (path: string, size: number) => ({ path, size })
const short = ({ rows }: ReturnType<typeof quantizationsOf>) =>
  rows.map(({ label, bits }) => [label, bits && `${bits.isNominal ? '~' : ''}${bits.value.toFixed(2)}`])

test('bits come from the size where parameters are known, else from what such files usually have', () => {
  const files = [
    file('m-Q8_0.gguf', 8.5e9),
    file('m-Q4_K_M.gguf', 4.9e9),
    file('m.gguf', 16e9),
    file('n-Q4_K_M.gguf', 1e9),
    file('o.gguf', 5),
  ]
  expect(short(quantizationsOf(files, [eight]))).toEqual([
    ['Q8_0', '8.50'],
    ['Q4_K_M', '4.90'],
    ['Q4_K_M', '~4.89'],
    [null, '16.00'],
    [null, null],
  ])
})

test('a set is one row; with a part missing its size tells nothing about bits', () => {
  const [row] = quantizationsOf([file('m-Q8_0-00001-of-00003.gguf', 4e9), file('m-Q8_0-00003-of-00003.gguf', 1e9)], [eight]).rows
  expect(row).toMatchObject({ sizeBytes: 5e9, shardCount: 3, missing: [2], missingCount: 1, bits: { value: 8.5, isNominal: true } })
  expect(row?.files.map(({ path }) => path)).toEqual(['m-Q8_0-00001-of-00003.gguf', 'm-Q8_0-00003-of-00003.gguf'])
})

test('what goes with a model has not its parameters', () => {
  const { rows } = quantizationsOf([file('mmproj-m-F16.gguf', 1e9), file('imatrix.gguf', 1e6), file('m-F16.gguf', 16e9)], [eight])
  expect(rows.map(({ role, parameters, bits }) => [role, parameters, bits])).toEqual([
    ['model', 8e9, { value: 16, isNominal: false }],
    ['projector', null, { value: 16, isNominal: true }],
    ['imatrix', null, null],
  ])
})

test('no files, no rows; very many are cut and counted', () => {
  expect(quantizationsOf([file('README.md', 5)], [])).toEqual({ rows: [], more: 0 })
  const { rows, more } = quantizationsOf(
    Array.from({ length: 1000 }, (_, i) => file(`m${i}-Q4_0.gguf`, 5)),
    [],
  )
  expect([rows.length, more]).toEqual([80, 920])
})
