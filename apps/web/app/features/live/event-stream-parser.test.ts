import { expect, test } from 'vitest'
import { createStreamParser, type StreamEvent } from './event-stream-parser.ts'

const stream =
  ': a comment\nid: 1\nevent: like\ndata: {"n":1}\n\n\uFEFFodd: x\ndata: two\ndata:  lines\ndata\nid\n\n: heartbeat\nid: 7\n\nevent: nothing\n\nretry: 5\ndata:last\n\ndata: never ended'
const expected: StreamEvent[] = [
  { kind: 'like', data: '{"n":1}' },
  { kind: 'message', data: 'two\n lines\n' },
  { kind: 'message', data: 'last' },
]

test.for(['\n', '\r\n', '\r'])('events come out whole, whatever the lines end in: %j', (end) => {
  const parser = createStreamParser()
  expect(parser.push(`\uFEFF${stream.replaceAll('\n', end)}`)).toEqual(expected)
  expect(parser.id).toBe('7')
})

test('the pieces may be cut anywhere', () => {
  for (const text of [stream, stream.replaceAll('\n', '\r\n')]) {
    for (let at = 0; at <= text.length; at++) {
      const parser = createStreamParser('before')
      expect([at, ...parser.push(text.slice(0, at)), ...parser.push(text.slice(at))]).toEqual([at, ...expected])
    }
    const parser = createStreamParser()
    expect([...text].flatMap((letter) => parser.push(letter))).toEqual(expected)
  }
})

test('an id alone is kept, and an earlier one until then', () => {
  const parser = createStreamParser('a')
  expect([parser.push(': heartbeat\n'), parser.id]).toEqual([[], 'a'])
  expect([parser.push('id: b\n\n'), parser.id]).toEqual([[], 'b'])
  expect([parser.push('id: c\0\n\n'), parser.id]).toEqual([[], 'b'])
})

test('an event without an end does not fill the memory', () => {
  const parser = createStreamParser()
  expect(() => {
    for (let i = 0; i < 100; i++) parser.push(`${i === 0 ? 'data: ' : ''}${'x'.repeat(100_000)}`)
  }).toThrow('too large')
})
