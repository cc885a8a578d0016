import { describe, expect, test } from 'vitest'
import { accountNameProblem, filePathProblem, parseRepoName, repoNameProblem } from './names.ts'

describe('repoNameProblem', () => {
  test.for(['a', 'stories260K', 'a.b_c-d', 'x'.repeat(96)])('takes %s', (name) => {
    expect(repoNameProblem(name)).toBe(null)
  })
  test.for(['', '-a', 'a-', '.a', 'a.', 'a--b', 'a..b', 'a.git', 'a.GIT', 'a/b', 'a b', 'é', 'x'.repeat(97), 'a\n'])(
    'refuses %j',
    (name) => {
      expect(repoNameProblem(name)).toBeTypeOf('string')
    },
  )
})

describe('accountNameProblem', () => {
  test.for(['ada', 'Ada-L', 'org_1'])('takes %s', (name) => {
    expect(accountNameProblem(name)).toBe(null)
  })
  test.for(['a', 'api', 'Datasets', '_x', 'a.b', 'x'.repeat(43), 'settings'])('refuses %s', (name) => {
    expect(accountNameProblem(name)).toBeTypeOf('string')
  })
})

test('parseRepoName takes exactly two good segments', () => {
  expect(parseRepoName('ada/stories')).toEqual({ owner: 'ada', name: 'stories' })
  for (const bad of ['ada', 'ada/', '/x', 'a/b/c', 'ada/..', '../ada', 'ada/x.git']) expect(parseRepoName(bad)).toBe(null)
})

describe('filePathProblem', () => {
  test.for(['README.md', 'a b/ü.txt', 'deep/er/file', '.gitattributes', '...'])('takes %s', (path) => {
    expect(filePathProblem(path)).toBe(null)
  })
  test.for([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    './a',
    '.git/config',
    'a/.GIT/x',
    'a\\b',
    'a\0b',
    'a\nb',
    'x'.repeat(1001),
    `${'é'.repeat(128)}`,
    'a\ud800',
  ])('refuses %j', (path) => {
    expect(filePathProblem(path)).toBeTypeOf('string')
  })
})
