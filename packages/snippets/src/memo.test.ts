import { describe, expect, test } from 'vitest'
import { generatedRecords } from '../proofs/generated-records.ts'
import { fullRecord, payloads, withPayload } from '../proofs/hostile-records.ts'
import type { LazyFacts } from './facts/lazy-facts.ts'
import { type ModelFacts, toModelFacts } from './facts/model-facts.ts'
import { findLibrary, librarySnippets, targetFor } from './index.ts'
import { FactsMemo } from './memo.ts'

const facts = (record: object) => toModelFacts(record) as LazyFacts & ModelFacts

describe('answers by what was read', () => {
  test('asks again only when something that was read differs', () => {
    const memo = new FactsMemo<string>()
    let asked = 0
    const answer = (record: object) => {
      const own = facts(record)
      return memo.answer(own, () => {
        asked++
        return own.tags.has('a') ? `${own.id} with ${own.widgetText}` : own.id
      })
    }
    expect(answer({ id: 'x' })).toBe('x')
    expect(answer({ id: 'x', widgetData: [{ text: 'unread' }], tags: ['b'] })).toBe('x')
    expect(asked).toBe(1)
    expect(answer({ id: 'x', tags: ['a'], widgetData: [{ text: 'read' }] })).toBe('x with read')
    expect(answer({ id: 'x', tags: 'a', widgetData: [{ text: 'other' }] })).toBe('x with other')
    expect(answer({ id: 'y' })).toBe('y')
    expect(asked).toBe(4)
  })

  test('going through the tags reads them all', () => {
    const memo = new FactsMemo<string>()
    const answer = (tags: string[]) => {
      const own = facts({ tags })
      return memo.answer(own, () => [...own.tags].join(' '))
    }
    expect(answer(['a'])).toBe('a')
    expect(answer(['a', 'b'])).toBe('a b')
    expect(answer(['a'])).toBe('a')
  })

  test('forgets when there is too much, and still answers', () => {
    const memo = new FactsMemo<string>()
    for (let i = 0; i < 3000; i++) {
      const own = facts({ id: `m${i % 1500}` })
      expect(memo.answer(own, () => own.id)).toBe(`m${i % 1500}`)
    }
  })
})

test('what is remembered equals what is printed anew, for generated and hostile records', () => {
  const target = targetFor('https://hub.example.org')
  for (const id of ['transformers', 'diffusers', 'sklearn', 'ultralytics', 'llama-cpp-python', 'keras-hub']) {
    const library = findLibrary(id)
    if (!library) throw new Error(`no ${id}`)
    const records: unknown[] = [...generatedRecords([id])].map(({ model }) => model)
    for (const payload of payloads.slice(0, 20)) records.push(...withPayload(fullRecord(id), payload))
    for (const record of records) {
      const remembered = librarySnippets(library, toModelFacts(record), target)
      const fresh = librarySnippets(library, plain(record), target)
      expect(remembered.blocks).toEqual(fresh.blocks)
    }
  }
}, 120_000)

/** The same facts as a separate object, for which nothing is cached. */
function plain(record: unknown): ModelFacts {
  const lazy = toModelFacts(record)
  const names = Object.keys(Object.getPrototypeOf(lazy) as object) as (keyof ModelFacts)[]
  return Object.fromEntries(names.map((name) => [name, lazy[name]])) as unknown as ModelFacts
}
