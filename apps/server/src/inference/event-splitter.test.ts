import fc from 'fast-check'
import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { dataOf, EventSplitter, eventsOf } from './event-splitter.ts'

const events = [
  'data: {"a":"Möwe 🌊"}\n\n',
  'data:x\r\n\r\n',
  ': ping\n\n',
  'event: e\ndata: 1\ndata: 2\n\n',
  'id: 7\nretry: 5\n\n',
  'data: [DONE]\n\n',
]

test('whatever pieces a stream comes in, whole events come out, and nothing is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...events), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.string(),
      (chosen, sizes, rest) => {
        const tail = rest.replaceAll(/[\r\n]/g, '')
        const bytes = Buffer.from(chosen.join('') + tail)
        const splitter = new EventSplitter()
        const seen: string[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          const whole = splitter.push(bytes.subarray(at, at + size))
          if (whole !== null) seen.push(...eventsOf(whole.toString()))
          at += size
        }
        expect(seen).toEqual(chosen)
        expect(splitter.rest().toString()).toBe(Buffer.from(tail).toString())
      },
    ),
  )
})

test('a reader of event streams finds in them what is found here', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 12 }), (chosen) => {
      const read: string[] = []
      createParser({ onEvent: ({ data }) => read.push(data) }).feed(chosen.join(''))
      expect(eventsOf(chosen.join('')).flatMap((event) => dataOf(event) ?? [])).toEqual(read)
    }),
  )
})

test('the data of an event', () => {
  expect(events.map(dataOf)).toEqual(['{"a":"Möwe 🌊"}', 'x', null, '1\n2', null, '[DONE]'])
  expect(dataOf('data: \n\n')).toBe('')
  expect(dataOf('data:  two\n\n')).toBe(' two')
  for (const nonsense of ['<html>\n\n', 'data\n\n', 'data: 1\nx\n\n']) expect(() => dataOf(nonsense)).toThrow(RangeError)
})

test('an event without an end is not collected for ever', () => {
  const splitter = new EventSplitter()
  expect(() => {
    for (let i = 0; i < 100; i++) splitter.push(Buffer.alloc(65_536, 'x'))
  }).toThrow(RangeError)
})
