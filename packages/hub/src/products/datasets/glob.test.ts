import { expect, test } from 'vitest'
import { matchingPaths, PatternTooCostly } from './glob.ts'

const paths = [
  'a.csv',
  'b.tsv',
  'data/a.csv',
  'data/train/x-1.csv',
  'data/.hidden/x.csv',
  '.git.csv',
  '__pycache__/x.csv',
  'data/[odd].csv',
]

test.each([
  ['*.csv', ['a.csv']],
  ['**/*.csv', ['a.csv', 'data/a.csv', 'data/train/x-1.csv', 'data/[odd].csv']],
  ['data/*', ['data/a.csv', 'data/[odd].csv']],
  ['data/**', ['data/a.csv', 'data/train/x-1.csv', 'data/[odd].csv']],
  ['./data/a.csv', ['data/a.csv']],
  ['data/**/x-?.csv', ['data/train/x-1.csv']],
  ['data/**/x[!0-9][0-9].csv', ['data/train/x-1.csv']],
  ['data/[[]odd].csv', ['data/[odd].csv']],
  ['.*.csv', ['.git.csv']],
  ['__*/*.csv', ['__pycache__/x.csv']],
  ['data/.hidden/*', ['data/.hidden/x.csv']],
  ['[ab].?sv', ['a.csv', 'b.tsv']],
  ['nothing/**', []],
  ['', []],
])('%s', (pattern, expected) => {
  expect(matchingPaths(pattern, paths)).toEqual(expected)
})

test('a pattern that is made to take long is given up', () => {
  const many = Array.from({ length: 3000 }, (_, i) => `${'a'.repeat(900)}${i}`)
  expect(() => matchingPaths(`*${'a'.repeat(450)}b`, many)).toThrow(PatternTooCostly)
})
