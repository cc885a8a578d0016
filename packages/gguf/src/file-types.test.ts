import { describe, expect, test } from 'vitest'
import { type FileType, fileTypeName, fileTypePlace, fileTypes, fileTypesBySize, nearestFileType } from './file-types.ts'
import { mainTensorTypes, nominalBitsPerWeight } from './nominal-bits.ts'
import { tensorBitsPerWeight, tensorBlocks, tensorBytes, tensorTypeName, tensorTypes } from './tensor-types.ts'

const allFileTypes = Object.keys(fileTypes) as FileType[]

test('48 file types and 35 tensor types, each with a code of its own that leads back to it', () => {
  expect(allFileTypes.length).toBe(48)
  expect(Object.keys(tensorTypes).length).toBe(35)
  for (const [name, code] of Object.entries(fileTypes)) expect(fileTypeName(code)).toBe(name)
  for (const [name, code] of Object.entries(tensorTypes)) expect(tensorTypeName(code)).toBe(name)
  expect([fileTypeName(42), fileTypeName(-1), tensorTypeName(4), tensorTypeName(43)]).toEqual([null, null, null, null])
})

test('the order names every file type once', () => {
  expect([...fileTypesBySize].sort()).toEqual([...allFileTypes].sort())
  expect([fileTypePlace('F32'), fileTypePlace('Q8_0'), fileTypePlace('Q1_0')]).toEqual([0, 4, 47])
})

describe('nearestFileType', () => {
  test.for([
    ['itself', 'Q4_K_M', ['Q8_0', 'Q4_K_M', 'Q2_K'], 'Q4_K_M'],
    ['the next smaller one', 'Q4_K_M', ['Q8_0', 'Q5_K_M', 'Q4_K_S', 'Q2_K'], 'Q4_K_S'],
    ['whatever order they come in', 'Q4_K_M', ['Q2_K', 'Q4_0', 'IQ4_XS', 'F16'], 'IQ4_XS'],
    ['the smallest when all are larger', 'IQ1_S', ['Q8_0', 'F16', 'Q4_0'], 'Q4_0'],
    ['none when there is none', 'Q4_K_M', [], null],
  ] as const)('%s', ([, wanted, available, nearest]) => {
    expect(nearestFileType(wanted, available)).toBe(nearest)
  })

  test('names that are no types are passed over', () => {
    expect(nearestFileType('Q4_K_M', ['Q3_K' as FileType, 'Q2_K', '__proto__' as FileType])).toBe('Q2_K')
  })
})

test('bits per weight of all tensor types, scales included', () => {
  const bits = Object.fromEntries(Object.keys(tensorBlocks).map((name) => [name, tensorBitsPerWeight(name as keyof typeof tensorBlocks)]))
  expect(bits).toEqual(
    Object.assign(
      {},
      { F64: 64, F32: 32, F16: 16, BF16: 16, I64: 64, I32: 32, I16: 16, I8: 8 },
      { Q1_0: 1.125, Q2_0: 2.25, Q4_0: 4.5, Q4_1: 5, Q5_0: 5.5, Q5_1: 6, Q8_0: 8.5, Q8_1: 9 },
      { Q2_K: 2.625, Q3_K: 3.4375, Q4_K: 4.5, Q5_K: 5.5, Q6_K: 6.5625, Q8_K: 9.125 },
      { IQ1_S: 1.5625, IQ1_M: 1.75, IQ2_XXS: 2.0625, IQ2_XS: 2.3125, IQ2_S: 2.5625, IQ3_XXS: 3.0625, IQ3_S: 3.4375 },
      { IQ4_NL: 4.5, IQ4_XS: 4.25, TQ1_0: 1.6875, TQ2_0: 2.0625, MXFP4: 4.25, NVFP4: 4.5 },
    ),
  )
  expect(Object.keys(bits).sort()).toEqual(Object.keys(tensorTypes).sort())
})

test('a tensor consists of rows of whole blocks', () => {
  expect(tensorBytes('Q4_K', [256, 10])).toBe(1440)
  expect(tensorBytes('Q4_0', [33, 2])).toBe(72)
  expect(tensorBytes('F32', [])).toBe(4)
  expect(tensorBytes('F16', [0, 7])).toBe(0)
})

test('every file type has a nominal size, but for two that ggml dropped; measured mixtures are no smaller than their main type', () => {
  expect(allFileTypes.filter((type) => nominalBitsPerWeight(type) === null)).toEqual(['Q4_2', 'Q4_3'])
  for (const type of allFileTypes) {
    const main = mainTensorTypes[type]
    const nominal = nominalBitsPerWeight(type)
    if (main !== null && nominal !== null) expect({ type, fits: nominal.bits >= tensorBitsPerWeight(main) }).toEqual({ type, fits: true })
  }
  expect(nominalBitsPerWeight('Q4_K_M')).toEqual({ bits: 4.89, basis: 'measured' })
  expect(nominalBitsPerWeight('NVFP4')).toEqual({ bits: 4.5, basis: 'blocks' })
})
