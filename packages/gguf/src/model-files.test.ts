import { describe, expect, test } from 'vitest'
import { groupModelFiles } from './model-files.ts'
import { shardOf } from './shards.ts'

const file = (path: string, sizeBytes = 10) => ({ path, sizeBytes })
const group = (...paths: string[]) => groupModelFiles(paths.map((path) => file(path)))
const label = (models: ReturnType<typeof group>) => models.map(({ quant, files }) => `${quant?.label ?? '-'} ${files.length}`)

describe('shardOf', () => {
  test.for([
    ['a/m-00002-of-00010.gguf', { prefix: 'a/m', index: 2, total: 10 }],
    ['m-00001-of-00001.GGUF', { prefix: 'm', index: 1, total: 1 }],
    ['m-00001-of-00002-00002-of-00002.gguf', { prefix: 'm-00001-of-00002', index: 2, total: 2 }],
    ['m.gguf', null],
    ['m-1-of-2.gguf', null],
    ['m-00000-of-00002.gguf', null],
    ['m-00003-of-00002.gguf', null],
    ['m-00001-of-00002.safetensors', null],
  ] as const)('%s', ([path, shard]) => {
    expect(shardOf(path)).toEqual(shard)
  })
})

describe('groupModelFiles', () => {
  test('a shard set is one model, in the order of its numbers', () => {
    const [model, ...others] = group('m-Q4_K_M-00003-of-00003.gguf', 'm-Q4_K_M-00001-of-00003.gguf', 'm-Q4_K_M-00002-of-00003.gguf')
    expect(others).toEqual([])
    expect(model).toMatchObject({ role: 'model', stem: 'm', sizeBytes: 30, shardCount: 3, missing: [], missingCount: 0 })
    expect(model?.files.map(({ path }) => path)).toEqual([
      'm-Q4_K_M-00001-of-00003.gguf',
      'm-Q4_K_M-00002-of-00003.gguf',
      'm-Q4_K_M-00003-of-00003.gguf',
    ])
  })

  test('missing shards are named', () => {
    const [model] = group('m-00002-of-00005.gguf', 'm-00004-of-00005.gguf')
    expect(model).toMatchObject({ shardCount: 5, missing: [1, 3, 5], missingCount: 3, sizeBytes: 20 })
    const [huge] = group('m-00002-of-99999.gguf')
    expect([huge?.missing.length, huge?.missingCount]).toEqual([100, 99_998])
  })

  test('sets of other totals, folders and quantizations are other models', () => {
    const models = group('m-00001-of-00002.gguf', 'm-00001-of-00003.gguf', 'a/m-00001-of-00002.gguf', 'm-Q8_0-00001-of-00002.gguf')
    expect(models.length).toBe(4)
  })

  test('the largest quantization first, unnamed ones behind, projectors and importance matrices last', () => {
    const models = group(
      'mmproj-F32.gguf',
      'imatrix.gguf',
      'm.gguf',
      'm-Q2_K.gguf',
      'm-BF16.gguf',
      'm-Q4_K_M.gguf',
      'm-imatrix-Q6_K.gguf',
      'README.md',
      'm.gguf.txt',
    )
    expect(label(models)).toEqual(['BF16 1', 'Q6_K 1', 'Q4_K_M 1', 'Q2_K 1', '- 1', 'F32 1', '- 1'])
    expect(models.map(({ role }) => role)).toEqual(['model', 'model', 'model', 'model', 'model', 'projector', 'imatrix'])
  })

  test('files of the same model have the same stem', () => {
    const stems = (...paths: string[]) => [...new Set(group(...paths).map(({ stem }) => stem))]
    expect(
      stems(
        'Qwen3-0.6B-Q4_K_M.gguf',
        'BF16/Qwen3-0.6B-BF16-00001-of-00002.gguf',
        'Qwen3-0.6B-UD-Q4_K_XL.gguf',
        'qwen3-0.6b.f16.gguf',
        'Q8_0/qwen3-0.6b.gguf',
      ),
    ).toEqual(['qwen3-0-6b'])
    expect(stems('m-1B-Q4_0.gguf', 'm-7B-Q4_0.gguf')).toEqual(['m-7b', 'm-1b'].sort())
    expect(stems('7B/ggml-model-q4_0.gguf', '13B/ggml-model-q4_0.gguf').sort()).toEqual(['13b/ggml-model', '7b/ggml-model'])
    expect(stems('R1-UD-IQ1_S/R1-UD-IQ1_S-00001-of-00002.gguf', 'R1-Q8_0.gguf')).toEqual(['r1'])
    expect(stems('Q4_0.gguf')).toEqual([''])
  })

  test('the order does not depend on the order of the files', () => {
    const paths = ['b-Q4_0.gguf', 'a-Q4_0.gguf', 'a-Q8_0.gguf', 'z.gguf', 'a.gguf', 'mmproj.gguf']
    const first = group(...paths)
    expect(group(...paths.toReversed())).toEqual(first)
    expect(first.map(({ files }) => files[0]?.path)).toEqual([
      'a-Q8_0.gguf',
      'a-Q4_0.gguf',
      'b-Q4_0.gguf',
      'a.gguf',
      'z.gguf',
      'mmproj.gguf',
    ])
  })

  test('one number in two spellings counts once', () => {
    expect(groupModelFiles([file('m-00001-of-00002.gguf', 5), file('m-00001-of-00002.GGUF', 7)])[0]).toMatchObject({
      sizeBytes: 5,
      missing: [2],
    })
  })
})
