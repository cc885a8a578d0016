import { spawnSync } from 'node:child_process'
import { parse as parseJavaScript } from 'acorn'
import { describe, expect, test } from 'vitest'
import { examplesOf } from '../scripts/examples.ts'
import { allLibraries, type Language, modelSnippets, targetFor, toModelFacts } from './index.ts'

/*
 * Every library, every field of its example records, every payload: nothing throws, every block still parses with its language's own parser,
 * and nothing that stands for "absent" is printed.
 */
const payloads: readonly unknown[] = [
  '"',
  "'",
  '"""',
  "'''",
  '\\',
  '\\"',
  '`${process.exit(1)}`',
  '$(id)',
  '`id`',
  '; id #',
  '&& id',
  'a\nimport os',
  'a\r\nb',
  '\u2028x',
  '\u0085x',
  '\0',
  '\ud800',
  '\u202e\u2066txt',
  '\u{e0041}',
  '*/ x /*',
  '-->',
  '</script><script>',
  '#',
  '//',
  '{0} %s {x}',
  '-rf',
  '--help',
  '=ls',
  '~root',
  '!!',
  ' ',
  '',
  'None',
  '__proto__',
  'constructor',
  'a'.repeat(20_000),
  null,
  0,
  -1.5,
  true,
  [],
  {},
  ['x', null, 3],
  { __proto__: null, toString: 'x' },
  [[['"']]],
]

/** The record once per place in it, with the payload in that place. */
function* mutations(value: unknown, payload: unknown): Generator<unknown> {
  yield payload
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const changed of mutations(item, payload)) yield value.with(i, changed)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) for (const changed of mutations(item, payload)) yield { ...value, [key]: changed }
  }
}

function codesOf(library: string): Record<Language, Set<string>> {
  const codes = { python: new Set<string>(), javascript: new Set<string>(), shell: new Set<string>(), csharp: new Set<string>() }
  const targets = [
    targetFor('https://hub.example.org'),
    targetFor("http://localhost:7860/it's", { revision: 'a"b\'$(c)\n', visibility: 'private', python: 'uv', device: 'cuda' }),
  ]
  const examples = examplesOf(library).filter(({ name }) => name !== 'hostile')
  expect(examples.length).toBeGreaterThan(0)
  for (const { record } of examples) {
    for (const payload of payloads) {
      for (const changed of mutations(record, payload)) {
        const facts = toModelFacts(changed)
        const sets = targets.flatMap((target) => modelSnippets(facts, target))
        for (const set of sets) for (const block of set.blocks) codes[block.language].add(block.code)
      }
    }
  }
  return codes
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0

describe.for(allLibraries().map(({ id }) => id))('hostile metadata for %s', (library) => {
  const codes = codesOf(library)

  test('prints nothing for what is absent', () => {
    for (const code of [...codes.python, ...codes.javascript, ...codes.shell])
      expect({ code, bad: /\bundefined\b(?!")|\[object Object\]|\bNaN\b/.exec(code)?.[0] ?? null }).toEqual({ code, bad: null })
  })

  test('JavaScript parses as a module', () => {
    for (const code of codes.javascript) parseJavaScript(code, { ecmaVersion: 'latest', sourceType: 'module' })
  })

  test.skipIf(!has('python3'))('Python parses (python3)', () => {
    const program =
      'import sys, json, ast\nfor line in sys.stdin:\n    text = json.loads(line)\n    try:\n        ast.parse(text)\n    except (SyntaxError, ValueError) as error:\n        print(error, text[:2000])'
    const input = [...codes.python].map((code) => `${JSON.stringify(code)}\n`).join('')
    const done = spawnSync('python3', ['-c', program], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
    expect(done.stderr + done.stdout).toBe('')
    expect(codes.python.size).toBeGreaterThan(10)
  })

  test.skipIf(!has('bash'))('each shell block is the commands it was meant to be (bash)', () => {
    // The programs are replaced by functions that print what they were called with: anything else that ran would show.
    const programs = ['pip', 'uv', 'npm', 'hf', 'conda']
      .map((name) => `${name}() { printf '%s' ${name}; printf ' [%s]' "$@"; echo; }`)
      .join('\n')
    const script = [...codes.shell].map((code) => `(\n${code})\n`).join('')
    const input = `PATH=/nowhere\nread() { echo 'hf [auth] [read]'; }\n${programs}\n${script}`
    const done = spawnSync('bash', ['--norc', '-s'], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
    expect(done.stderr).toBe('')
    const commands = done.stdout.split('\n').filter((line) => /^(pip|uv|npm|hf|conda)\b/.test(line))
    expect(commands.length).toBeGreaterThanOrEqual(codes.shell.size)
    for (const line of commands) expect(line).toMatch(/^(pip \[install\]|uv \[pip\]|npm \[install\]|hf \[(download|auth)\])/)
  })
})
