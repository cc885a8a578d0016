import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readIgnoreRules } from './ignore-rules.ts'
import { lfsAttributeLine, readLfsAttributes } from './lfs-attributes.ts'
import { newMatchBudget, PatternTooComplex } from './path-pattern.ts'

const paths = [
  'a',
  'b',
  'a/b',
  'a/b/c',
  'a/x/b',
  'a/x/y/b',
  'x/a/b',
  'foo.bin',
  'x/foo.bin',
  'x/y/foo.bin',
  'foo.binx',
  'README.md',
  'docs/README.md',
  'weights/model.safetensors',
  'saved_model/variables/data',
  'saved_model/pb',
  'my file.bin',
  'x/my file.bin',
  'a-b',
  'a]b',
  'a[b',
  'a*b',
  'a?b',
  'aXb',
  'été.bin',
  '日本/モデル.bin',
  '🚢.bin',
  'x.tar.gz',
  '#hash',
  '!bang',
  'trailing ',
  'build/out',
  'build/keep/out',
  'node_modules/x/index.js',
  'x/node_modules/y',
  'file1',
  'file2',
  'fileA',
  'file-',
  'log/debug.log',
  'important.log',
  'abc/def',
  'abc/x/def',
  'abc/x/y/def',
  'abcdef',
  '"quoted"',
  'tab\there',
]
const patterns = [
  'a',
  '/a',
  'a/',
  'a/b',
  'a/**',
  '**/b',
  'a/**/b',
  '**',
  '*',
  '*.bin',
  '/*.bin',
  'x/*.bin',
  '**/*.bin',
  'x/**/*.bin',
  '*.safetensors',
  'saved_model/**/*',
  'my file.bin',
  'my[[:space:]]file.bin',
  'my\\ file.bin',
  'a[-]b',
  'a[]]b',
  'a[[]b',
  'a\\*b',
  'a\\?b',
  'a?b',
  'a[!X]b',
  'a[^X]b',
  'file[0-9]',
  'file[!0-9]',
  'file[[:digit:]]',
  'file[[:alpha:]-]',
  'été.bin',
  '日本/*',
  '?.bin',
  '🚢*',
  '*.tar.*',
  '\\#hash',
  '\\!bang',
  'abc**def',
  'abc/**/def',
  '**/abc/**',
  'node_modules',
  'node_modules/',
  '/node_modules',
  'log/*.log',
  '*/b',
  '*/*/b',
  '**/x/**/b',
  'a/**/',
  'file[',
  'file[[:nope:]]',
  '/',
  '//a',
  'a//b',
  '*a*',
  '\\a',
]

const dir = mkdtempSync(join(tmpdir(), 'portolan-rules-'))
afterAll(() => rmSync(dir, { recursive: true }))
execFileSync('git', ['init', '-q', dir])
execFileSync('git', ['-C', dir, 'config', 'core.quotePath', 'false'])

/** The rules are git's, so git is the reference. */
function askGit(arguments_: string[], input: readonly string[]): string[] {
  const child = execFileSync('git', ['-C', dir, ...arguments_], { input: input.map((path) => `${path}\0`).join(''), maxBuffer: 1e8 })
  return child.toString().split('\0')
}

function gitIgnores(text: string): Set<string> {
  writeFileSync(join(dir, '.gitignore'), text)
  try {
    return new Set(askGit(['check-ignore', '--no-index', '-z', '--stdin'], paths))
  } catch {
    return new Set() // status 1: none
  }
}

function gitLfs(files: Record<string, string>): Set<string> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, dirname(path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const fields = askGit(['check-attr', '-z', '--stdin', 'filter'], paths)
  for (const path of Object.keys(files)) rmSync(join(dir, path))
  return new Set(paths.filter((_, i) => fields[i * 3 + 2] === 'lfs'))
}

describe('ignore rules are those of git', () => {
  test.for(patterns)('%s', (pattern) => {
    const rules = readIgnoreRules(pattern)
    expect(paths.filter((path) => rules.ignores(path))).toEqual(paths.filter((path) => gitIgnores(pattern).has(path)))
  })

  test.for([
    '*.log\n!important.log\n',
    '*\n!*.bin\n',
    'build/*\n!build/keep\n',
    'build\n!build/keep/out\n',
    '# comment\r\n\r\nbuild/\r\n',
    'trailing\\ \n',
    'foo.bin   \n',
    '/*\n!/a\n/a/*\n!/a/b\n',
  ])('%j', (text) => {
    const rules = readIgnoreRules(text)
    const git = gitIgnores(text)
    expect(paths.filter((path) => rules.ignores(path))).toEqual(paths.filter((path) => git.has(path)))
  })
})

describe('LFS attributes are those of git', () => {
  test.for(patterns.filter((pattern) => !pattern.includes(' ')))('%s', (pattern) => {
    const text = `${pattern} filter=lfs diff=lfs merge=lfs -text\n`
    const git = gitLfs({ '.gitattributes': text })
    const attributes = readLfsAttributes([{ dir: '', text }])
    expect(paths.filter((path) => attributes.isLfs(path))).toEqual(paths.filter((path) => git.has(path)))
  })

  test.for<Record<string, string>>([
    { '': '*.bin filter=lfs\nfoo.bin -filter\n' },
    { '': '*.bin filter=lfs\nfoo.bin !filter\n' },
    { '': 'foo.bin -filter\n*.bin filter=lfs\n' },
    { '': '*.bin filter=lfs\n*.bin text\n' },
    { '': '*.bin filter=crypt\n', x: '*.bin filter=lfs\n' },
    { '': '*.bin filter=lfs\n', x: 'foo.bin -filter\n', 'x/y': 'foo.bin filter=lfs\n' },
    { '': '*.bin filter=lfs\n', x: '*.bin !filter\n' },
    { '': '"my file.bin" filter=lfs\n"\\303\\251t\\303\\251.bin" filter=lfs\n' },
    { '': '# *.bin filter=lfs\n[attr]big filter=lfs\n!*.md filter=lfs\n\tfoo.bin\tfilter=lfs\r\n' },
  ])('%j', (files) => {
    const git = gitLfs(Object.fromEntries(Object.entries(files).map(([folder, text]) => [join(folder, '.gitattributes'), text])))
    const attributes = readLfsAttributes(Object.entries(files).map(([folder, text]) => ({ dir: folder, text })))
    expect(paths.filter((path) => attributes.isLfs(path))).toEqual(paths.filter((path) => git.has(path)))
  })

  test.for(paths.filter((path) => !path.includes('\t')))('the line for %j covers that path alone', (path) => {
    const text = lfsAttributeLine(path)
    expect([...gitLfs({ '.gitattributes': text })]).toEqual([path])
    const attributes = readLfsAttributes([{ dir: '', text }])
    expect(paths.filter((other) => attributes.isLfs(other))).toEqual([path])
  })
})

test('hostile patterns end, one way or the other', () => {
  const hostile = `${'**/a/'.repeat(100)}b\n${'*a'.repeat(400)}b\n`
  const path = `${'a/'.repeat(400)}${'a'.repeat(200)}`
  expect(readIgnoreRules(hostile).ignores(path)).toBe(false)
  const many = readIgnoreRules(`${'*a'.repeat(100)}b\n`.repeat(10_000), newMatchBudget(1_000_000))
  expect(() => many.ignores('a'.repeat(900))).toThrow(PatternTooComplex)
})

test('the line for a very long path stays within what git reads, and covers the path', () => {
  const path = `${'a b/'.repeat(230)}the model [1].bin`
  const line = lfsAttributeLine(path)
  expect(line).toBe('**/the?model?\\[1].bin filter=lfs diff=lfs merge=lfs -text\n')
  expect(readLfsAttributes([{ dir: '', text: line }]).isLfs(path)).toBe(true)
})
