import { describe, expect, test } from 'vitest'
import { examplesOf } from '../scripts/examples.ts'
import { hostileRecords, payloads, withPayload } from '../proofs/hostile-records.ts'
import { selectedPart, inPart } from '../proofs/part.ts'
import { printedBlocks } from '../proofs/printed-block.ts'
import { DistinctBlocks, verify } from '../proofs/verify.ts'
import { allLibraries, findLibrary, targetFor, toModelFacts } from './index.ts'

/*
 * Every library, every field that any of them reads, every payload; and the fields of each library's own examples, so that each case is covered.
 * Nothing throws, every block parses, every value is one literal of its own that evaluates to the value, and nothing absent is printed.
 */
const ordinary = targetFor('https://hub.example.org')
const odd = targetFor("http://localhost:7860/it's", {
  revision: 'a"b\'$(c)\n\u202e',
  visibility: 'private',
  python: 'uv',
  javascript: 'pnpm',
  device: 'cuda',
})

test('there are at least 40 payloads', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(40)
})

describe.for(
  inPart(
    selectedPart(),
    allLibraries().map(({ id }) => id),
  ),
)('hostile metadata for %s', (id) => {
  test('every field, every payload', () => {
    const library = findLibrary(id)
    const printed = new DistinctBlocks()
    let records = 0
    const take = (model: unknown, targets = [ordinary]) => {
      records++
      const facts = toModelFacts(model)
      for (const target of targets) for (const block of printedBlocks(library, facts, target)) printed.add(block)
    }
    for (const { model } of hostileRecords([id])) take(model)
    for (const { record } of examplesOf(id)) for (const payload of payloads) for (const model of withPayload(record, payload)) take(model)
    for (const { record } of examplesOf(id)) take(record, [ordinary, odd])
    expect(records).toBeGreaterThan(40 * 40)
    expect(verify(printed.list).map(({ block, what }) => `${block.id}: ${what}\n${block.code.slice(0, 2000)}`)).toEqual([])
  })
})
