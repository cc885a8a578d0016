import { expect, test } from 'vitest'
import { intralineMarks } from './intraline.ts'

const cut = (text: string, ranges: readonly { start: number; end: number }[]) => ranges.map(({ start, end }) => text.slice(start, end))

test('marks the words that changed', () => {
  const [before, after] = ['model = load("tiny", device=0)', 'model = load("large", device=0, half=True)']
  const marks = intralineMarks(before, after)
  expect(marks && cut(before, marks.before)).toEqual(['tiny'])
  expect(marks && cut(after, marks.after)).toEqual(['large', ', half=True'])
})

test('says nothing of lines that have little in common, are the same, or are too long', () => {
  expect(intralineMarks('a completely different line', 'nothing of it stays here')).toBe(null)
  expect(intralineMarks('same', 'same')).toBe(null)
  expect(intralineMarks('x'.repeat(5_000), `${'x'.repeat(5_000)}y`)).toBe(null)
})

test('never cuts a character in two', () => {
  const marks = intralineMarks('a \u{1f600} b c d', 'a \u{1f601} b c d')
  expect(marks).toEqual({ before: [{ start: 2, end: 4 }], after: [{ start: 2, end: 4 }] })
})
