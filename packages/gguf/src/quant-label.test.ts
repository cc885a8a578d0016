import { describe, expect, test } from 'vitest'
import { type FileType, fileTypes } from './file-types.ts'
import { parseQuantLabel, quantLabel } from './quant-label.ts'

describe('quantLabel', () => {
  test.for([
    ['Model-Q4_K_M.gguf', 'Q4_K_M'],
    ['llama.q8_0.gguf', 'Q8_0'],
    ['x-UD-Q4_K_XL.gguf', 'UD-Q4_K_XL'],
    ['x-ud-iq2_xxs.gguf', 'UD-IQ2_XXS'],
    ['BF16/m-BF16-00001-of-00003.gguf', 'BF16'],
    ['Q4_K_M/model.gguf', 'Q4_K_M'],
    ['x.F16.Q5_1.gguf', 'Q5_1'],
    ['gpt-oss-20b-MXFP4.gguf', 'MXFP4'],
    ['gpt-oss-20b-MXFP4_MOE.gguf', 'MXFP4_MOE'],
    ['foo-Q6_K_L.gguf', 'Q6_K_L'],
    ['foo-Q8_0_L.gguf', 'Q8_0_L'],
    ['foo-Q2_K_L.gguf', 'Q2_K_L'],
    ['foo.gguf', null],
    ['', null],
  ] as const)('%s → %s', ([path, label]) => {
    expect(quantLabel(path)).toBe(label)
  })

  test.for([
    ['longest first', 'm-Q4_0_4_4.gguf', 'Q4_0_4_4'],
    ['longest first', 'm-Q4_0_4_8.gguf', 'Q4_0_4_8'],
    ['longest first', 'm-Q4_0_8_8.gguf', 'Q4_0_8_8'],
    ['longest first', 'm-Q4_1_SOME_F16.gguf', 'Q4_1_SOME_F16'],
    ['another spelling', 'm-fp16.gguf', 'F16'],
    ['another spelling', 'm.FP32.gguf', 'F32'],
    ['a tensor type alone', 'm-Q3_K.gguf', 'Q3_K'],
    ['a tensor type alone', 'm-Q4_K.gguf', 'Q4_K'],
    ['a tensor type alone', 'm-Q5_K.gguf', 'Q5_K'],
    ['no letter of a following word', 'm-Q1_0_g128.gguf', 'Q1_0'],
    ['two names in a row', 'm-Q4_K_S_Q6_K.gguf', 'Q6_K'],
    ['a boundary before', 'LF16-test.gguf', null],
    ['a boundary before', 'xQ4_0.gguf', null],
    ['a boundary behind', 'm-Q4_0b.gguf', null],
    ['a boundary behind', 'm-F16x2.gguf', null],
    ['a language is no size', 'm-Q4_K_M_EN.gguf', 'Q4_K_M'],
    ['a prefix that only ends like one', 'cloud-q4_0.gguf', 'Q4_0'],
  ] as const)('read right where others misread (%s): %s → %s', ([, path, label]) => {
    expect(quantLabel(path)).toBe(label)
  })

  test('every type is read back from its own name, in any letters, with and without UD-', () => {
    for (const type of Object.keys(fileTypes) as FileType[]) {
      for (const spelled of [type, type.toLowerCase()]) {
        expect(parseQuantLabel(`a/model-${spelled}.gguf`)).toMatchObject({ label: type, type, isDynamic: false, variation: null })
        expect(parseQuantLabel(`model-UD-${spelled}-00001-of-00002.gguf`)).toMatchObject({ label: `UD-${type}`, type, isDynamic: true })
      }
    }
  })

  test('a variation and a short name have the type they vary', () => {
    expect(parseQuantLabel('m-Q6_K_L.gguf')).toEqual({ label: 'Q6_K_L', type: 'Q6_K', isDynamic: false, variation: 'L', start: 2, end: 8 })
    expect(parseQuantLabel('m-q4_k.gguf')).toMatchObject({ label: 'Q4_K', type: 'Q4_K_M' })
    expect(parseQuantLabel('m-mxfp4.gguf')).toMatchObject({ label: 'MXFP4', type: 'MXFP4_MOE' })
  })

  test('a path of a megabyte is read in no time', () => {
    for (const piece of ['Q4_', 'UD-', 'q4_k_', 'IQ2_XX', '\u0130', 'f16']) {
      // Quadratic work would run into the time limit of the test.
      quantLabel(piece.repeat(1_000_000 / piece.length))
    }
  })
})
