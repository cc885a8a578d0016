import { expect, test } from 'vitest'
import { markRanges } from './mark-ranges.server.ts'

const mark = (text: string) => `<span class="diff-mark">${text}</span>`

test('marks parts of plain text, counting what is shown', () => {
  expect(markRanges('a &lt;b&gt; c', [{ start: 2, end: 5 }])).toBe(`a ${mark('&lt;b&gt;')} c`)
  expect(
    markRanges('abc', [
      { start: 0, end: 1 },
      { start: 1, end: 3 },
    ]),
  ).toBe(mark('a') + mark('bc'))
  expect(markRanges('abc', [])).toBe('abc')
})

test('closes at the edge of a color and opens again behind it', () => {
  expect(markRanges('x<span class="tok-string">yz</span>w', [{ start: 0, end: 2 }])).toBe(
    `${mark('x')}<span class="tok-string">${mark('y')}z</span>w`,
  )
  expect(markRanges('<span class="tok-string">yz</span>w', [{ start: 1, end: 3 }])).toBe(
    `<span class="tok-string">y${mark('z')}</span>${mark('w')}`,
  )
})
