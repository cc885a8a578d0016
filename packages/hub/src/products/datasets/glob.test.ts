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
])('%s', async (pattern, expected) => {
  expect(await matchingPaths(pattern, paths, { left: 10_000 })).toEqual(expected)
})

test.each([
  ['tries each start of a name', `*${'a'.repeat(450)}b`],
  ['has a long set of characters', `*[${'ab'.repeat(400)}]c`],
  ['has many sets without an end', `*${'[a'.repeat(400)}`],
  ['is longer than any path', `x${'/'.repeat(200_000)}x`],
])('a pattern that %s is given up', async (_, pattern) => {
  const many = Array.from({ length: 300 }, (__, i) => `${'a'.repeat(900)}${i}`)
  await expect(matchingPaths(pattern, many, { left: 1_000_000 })).rejects.toThrow(PatternTooCostly)
})

test('patterns share what they may cost', async () => {
  const budget = { left: 10_000 }
  const ask = () => matchingPaths('*.csv', paths, budget)
  await expect(
    (async () => {
      for (let n = 0; n < 100; n++) await ask()
    })(),
  ).rejects.toThrow(PatternTooCostly)
})
