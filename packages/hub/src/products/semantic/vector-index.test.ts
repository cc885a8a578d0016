import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardText } from './card-text.ts'
import { fromVectorBytes, toVectorBytes } from './vector-bytes.ts'
import { unit, VectorIndex } from './vector-index.ts'

test('nearest is what comparing everything gives, whatever was added, replaced and taken away', async () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 })
  const step = fc.record({ id: fc.integer({ min: 1, max: 30 }), vector, gone: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), vector, fc.integer({ min: 1, max: 10 }), async (steps, query, count) => {
      const index = new VectorIndex(3)
      const expected = new Map<number, Float32Array>()
      for (const { id, vector: values, gone } of steps) {
        const made = unit(values)
        if (gone || made === null) {
          index.delete(id)
          expected.delete(id)
        } else {
          index.set(id, made)
          expected.set(id, made)
        }
      }
      const asked = Float32Array.from(query)
      const scores = [...expected.values()].map((own) => own.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0))
      const best = scores.toSorted((a, b) => b - a).slice(0, count)
      const found = await index.nearest(asked, count)
      expect(index.size).toBe(expected.size)
      expect(found.length).toBe(best.length)
      for (const [at, { id, score }] of found.entries()) {
        expect(score).toBeCloseTo(best[at] ?? 0, 5)
        expect(index.get(id)).toEqual(expected.get(id))
      }
    }),
  )
})

test('more vectors than one block of memory holds', async () => {
  const index = new VectorIndex(2)
  for (let id = 0; id < 9_000; id++) index.set(id, unit([Math.cos(id / 9_000), Math.sin(id / 9_000)]) ?? new Float32Array(2))
  for (let id = 0; id < 9_000; id += 2) index.delete(id)
  expect(index.size).toBe(4_500)
  const near = await index.nearest(unit([Math.cos(0.5), Math.sin(0.5)]) ?? new Float32Array(2), 2)
  expect(near.map(({ id }) => id).sort((a, b) => a - b)).toEqual([4_499, 4_501])
})

test('vectors survive the database', () => {
  const vector = Float32Array.of(0.25, -1, 3e-9)
  expect(fromVectorBytes(toVectorBytes(vector))).toEqual(vector)
  const odd = Buffer.concat([Buffer.from('x'), toVectorBytes(vector)]).subarray(1)
  expect(fromVectorBytes(odd)).toEqual(vector)
  expect(unit([0, 0])).toBeNull()
  expect(unit([Number.NaN, 1])).toBeNull()
})

test('the text of a card is one line, without code, addresses and marks', () => {
  const body =
    '# A *model*\n\n[Docs](https://example.org/a) of `it`.\n\n```python\nimport secret\n```\n\n| a | b |\n|---|---|\n\n<img src="x">![p](y.png)\nEnds here.'
  expect(cardText({ name: 'ship-finder', pipelineTag: 'fill-mask', library: null, tags: ['license:mit', 'en', 'fill-mask'], body })).toBe(
    'ship finder, fill-mask, en. A model Docs of it . Ends here.',
  )
  expect(cardText({ name: 'x', pipelineTag: null, library: null, tags: [], body: 'y'.repeat(100_000) }).length).toBe(1_500)
})
