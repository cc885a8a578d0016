import { describe, expect, test } from 'vitest'
import { estimateMemory, fitOf, weightBytes } from './estimate-memory.ts'

const gibi = 2 ** 30

describe('memory of a model', () => {
  test('a known shape gives the cache exactly: Llama 3 8B keeps 128 KiB a token in 16 bits', () => {
    const estimate = estimateMemory({ weights: 4.9e9, context: 8192, shape: { layers: 32, cacheHeads: 8, headSize: 128 } })
    expect(estimate.cache).toBe(8192 * 131_072)
    expect(estimate.isShapeKnown).toBe(true)
    expect(estimate.total).toBe(estimate.weights + estimate.cache + estimate.overhead)
  })

  test('a guessed shape comes near those of real models, and says that it is one', () => {
    const real = [
      [8.03e9, 32 * 8 * 128],
      [70.6e9, 80 * 8 * 128],
      [1.24e9, 16 * 8 * 64],
      [3.21e9, 28 * 8 * 128],
    ] as const
    for (const [parameters, valuesPerToken] of real) {
      const { cache, isShapeKnown } = estimateMemory({ weights: 0, parameters, context: 1 })
      expect(isShapeKnown).toBe(false)
      expect(cache / (2 * 2 * valuesPerToken)).toBeGreaterThan(0.4)
      expect(cache / (2 * 2 * valuesPerToken)).toBeLessThan(2.6)
    }
  })

  test('without a context there is no cache, and nothing to guess', () => {
    expect(estimateMemory({ weights: gibi })).toMatchObject({ cache: 0, isShapeKnown: true })
  })

  test('weights are counted by type; unknown types, prototype names among them, as 16 bits', () => {
    expect(weightBytes({ F32: 10, BF16: 10, F8_E4M3: 10, F4: 10 })).toBe(75)
    expect(weightBytes({ constructor: 8, toString: 8 })).toBe(32)
  })
})

test('8 billion parameters in 4 bits fit into 8 GB of a card, not into 4, and are tight where little is left', () => {
  const estimate = estimateMemory({ weights: 4.9e9, context: 4096, shape: { layers: 32, cacheHeads: 8, headSize: 128 } })
  expect(fitOf(estimate, { memory: 8, kind: 'gpu' })).toBe('fits')
  expect(fitOf(estimate, { memory: 4, kind: 'gpu' })).toBe('too-large')
  expect(fitOf(estimate, { memory: 8, kind: 'shared' })).toBe('tight')
})
