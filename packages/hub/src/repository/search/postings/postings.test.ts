import { array, assert, boolean, constantFrom, integer, nat, property, record, tuple, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitsFor, countBits, eachBit, hasBit, listBits, setBit } from './bits.ts'
import { IdSet } from './id-set.ts'
import { NameTable, nameWords } from './name-table.ts'
import { sortByKey } from './radix-sort.ts'
import { parseIds } from './read-catalog.ts'
import { SortOrder } from './sort-order.ts'

const options = { seed: 20_261_121, numRuns: 300 }

test('an id set behaves as a set, as a list and as bits, while it grows and shrinks', () => {
  const steps = array(tuple(boolean(), nat(300)), { maxLength: 200 })
  assert(
    property(uniqueArray(nat(99), { maxLength: 40 }), steps, (first, changes) => {
      const reference = new Set(first)
      const set = IdSet.ofList(Uint32Array.from(first).sort()).copy()
      let universe = 100
      for (const [adds, id] of changes) {
        universe = Math.max(universe, id + 1)
        if (adds) set.add(id, universe)
        else set.delete(id)
        if (adds) reference.add(id)
        else reference.delete(id)
      }
      expect([...set.toArray()]).toEqual([...reference].sort((a, b) => a - b))
      expect(set.size).toBe(reference.size)
      for (let id = 0; id < 400; id++) expect(set.has(id)).toBe(reference.has(id))
    }),
    options,
  )
})

test('a copied set leaves the list it came from alone', () => {
  const list = Uint32Array.of(1, 5, 9)
  const copy = IdSet.ofList(list).copy()
  copy.delete(5)
  copy.add(7, 1_000)
  expect([...list]).toEqual([1, 5, 9])
  expect([...copy.toArray()]).toEqual([1, 7, 9])
})

test('bits give back what was set', () => {
  assert(
    property(uniqueArray(nat(2_000)), (ids) => {
      const bits = bitsFor(2_001)
      for (const id of ids) setBit(bits, id)
      const sorted = ids.toSorted((a, b) => a - b)
      const visited: number[] = []
      eachBit(bits, (id) => visited.push(id))
      expect(visited).toEqual(sorted)
      expect(countBits(bits)).toBe(ids.length)
      expect([...listBits(bits, ids.length)]).toEqual(sorted)
      expect(hasBit(bits, 5_000)).toBe(false)
    }),
    options,
  )
})

test('radix sort orders by key, then id, whatever the keys', () => {
  const keys = array(constantFrom(0, 1, -1, -5, 65_535, 65_536, 1_790_000_000_000, 1_790_000_000_001, 2 ** 40, 5e10), { maxLength: 60 })
  assert(
    property(keys, (list) => {
      const byId = Float64Array.from(list)
      const ids = Uint32Array.from(list.keys())
      const expected = [...list.keys()].sort((a, b) => (list[a] as number) - (list[b] as number) || a - b)
      expect([...sortByKey(ids, byId)]).toEqual(expected)
    }),
    options,
  )
})

test('numbers come back out of their text', () => {
  assert(
    property(array(nat(2 ** 32 - 1)), (ids) => {
      const into = new Uint32Array(ids.length + 1)
      expect(parseIds(ids.join(','), into, 1)).toBe(ids.length + 1)
      expect([...into.subarray(1)]).toEqual(ids)
    }),
    options,
  )
})

describe('a sort order', () => {
  const moves = array(tuple(nat(199), integer({ min: -3, max: 3 })), { maxLength: 120 })
  const walks = record({
    descending: boolean(),
    limit: integer({ min: 1, max: 20 }),
    budget: integer({ min: 1, max: 30 }),
    every: integer({ min: 1, max: 9 }),
  })

  test('walks every member once, in order, in pages of any size and budget, while keys change', () => {
    assert(
      property(
        moves,
        uniqueArray(nat(199), { minLength: 1, maxLength: 150 }),
        walks,
        (changes, ids, { descending, limit, budget, every }) => {
          const keys = new Float64Array(200)
          const order = new SortOrder(
            sortByKey(
              Uint32Array.from({ length: 150 }, (_, id) => id),
              keys,
            ),
            () => keys,
            () => true,
          )
          for (const [id, key] of changes) {
            keys[id] = key
            order.move(id)
          }
          for (let id = 150; id < 200; id++) order.move(id)
          const members = bitsFor(200)
          for (const id of ids) setBit(members, id)
          const passes = (id: number) => id % every === 0
          const sign = descending ? -1 : 1
          const expected = ids.filter(passes).sort((a, b) => sign * ((keys[a] as number) - (keys[b] as number) || a - b))
          const found: number[] = []
          let after: { key: number; id: number } | null = null
          for (;;) {
            const walked = order.walk({ members, after, descending, limit, test: passes, budget })
            found.push(...walked.ids)
            const last: number | null | undefined = walked.ids.length === limit ? walked.ids.at(-1) : walked.stoppedAt
            if (last === null || last === undefined) break
            after = { key: keys[last] as number, id: last }
          }
          expect(found).toEqual(expected)
        },
      ),
      { ...options, numRuns: 1_000 },
    )
  })

  test('forgets what no longer belongs when it settles', () => {
    const keys = Float64Array.of(3, 2, 1, 0)
    const gone = new Set<number>()
    const order = new SortOrder(
      Uint32Array.of(3, 2, 1, 0),
      () => keys,
      (id) => !gone.has(id),
    )
    gone.add(1)
    order.move(1)
    order.settle()
    const members = bitsFor(4).fill(0xffffffff)
    expect(order.walk({ members, after: null, descending: true, limit: 9, test: null, budget: 0 }).ids).toEqual([0, 2, 3])
  })
})

test('names are found by words, from the table and beside it', () => {
  const bytes = Buffer.from('ada/tinybob/tall', 'latin1')
  const names = new NameTable(bytes, Uint32Array.of(0, 0, 8, 8, 16))
  const contains = (id: number, ...words: string[]) => names.contains(id, nameWords(words))
  expect([names.get(1), names.get(3), names.get(2), names.get(9)]).toEqual(['ada/tiny', 'bob/tall', '', ''])
  expect([
    contains(1, 'tiny'),
    contains(1, 'a/t', 'y'),
    contains(1, 'yb'),
    contains(3, 'bob/tall'),
    contains(2, 'a'),
    contains(9, 'a'),
  ]).toEqual([true, true, false, true, false, false])
  names.set(1, 'Ada/Tiny')
  expect(names.changes).toBe(0)
  names.set(3, 'Bob/Huge')
  names.set(9, 'cy/new')
  expect([contains(3, 'huge'), contains(3, 'tall'), contains(9, 'y/n'), names.changes]).toEqual([true, false, true, 2])
})
