import { spawnSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { parseExpressionAt } from 'acorn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comment, fill, identifier, js, json, type Json, printBlock, py, sh, when } from './index.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const nasty = [
  '"',
  "'",
  '\\',
  '`',
  '${x}',
  '$(id)',
  '\n',
  '\r\n',
  '\u2028',
  '\u0085',
  '"""',
  '\0',
  '\ud800',
  '{0}',
  '#',
  '//',
  '*/',
  '\u202e',
  '</script>',
  '%s',
  '!x',
  '~',
  '-rf',
  ' ',
  '',
  '\u00a0',
  '\u{e0001}',
  "'; rm -rf /; '",
]
const texts = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...nasty), { maxLength: 6 }).map((all) => all.join('')),
)
/** Every code unit, lone surrogates included. */
const anyText = fc.oneof(
  texts,
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
)
const trees = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('tree'), { maxKeys: 4 }),
  ),
})).tree
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 400): T[] => fc.sample(arbitrary, { numRuns, seed: 11 })

describe('a hole reads back as what was put in', () => {
  test.skipIf(!has('python3'))('Python strings and trees, by ast.literal_eval (python3)', () => {
    const values: Json[] = [...nasty, ...sample(anyText), ...sample(trees)]
    const code = values.map((value) => printBlock(py`x = ${json(value)}`).code)
    // Surrogates survive JSON escapes but not UTF-8: everything crosses as JSON text.
    const program =
      'import sys, json, ast\nfor line in sys.stdin:\n    tree = ast.parse(json.loads(line))\n    assert len(tree.body) == 1\n    print(json.dumps(ast.literal_eval(tree.body[0].value)))'
    const done = spawnSync('python3', ['-c', program], {
      input: code.map((text) => `${JSON.stringify(text).replaceAll(/[\u007f-\uffff]/g, escapeUnit)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    expect(done.stderr).toBe('')
    const back = done.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    expect(back.length).toBe(values.length)
    for (const [i, value] of values.entries()) expect(back[i]).toEqual(normalise(value))
  })

  test('JavaScript strings and trees, by its own parser', () => {
    for (const value of [...nasty, ...sample(anyText), ...sample(trees)]) {
      const { code } = printBlock(js`(${json(value)})`)
      parseExpressionAt(code, 0, { ecmaVersion: 'latest' })
      expect(JSON.parse(JSON.stringify(runInNewContext(code)))).toEqual(JSON.parse(JSON.stringify(value)))
    }
  })

  test.skipIf(!has('bash'))('shell words, by bash', () => {
    const values = [...nasty, ...sample(anyText, 800)]
    const script = values.map((value) => printBlock(sh`printf '%s\\0' ${value}`).code).join('')
    const done = spawnSync('bash', ['--norc', '-c', script.replaceAll('\\\\0', '\\0')], { encoding: 'buffer', maxBuffer: 1 << 28 })
    expect(done.stderr.toString()).toBe('')
    const back = done.stdout.toString('utf8').split('\0').slice(0, -1)
    expect(back).toEqual(values.map((value) => value.replaceAll('\0', '').toWellFormed()))
  })

  test('a comment never ends before its line does', () => {
    for (const value of [...nasty, ...sample(anyText)]) {
      for (const [mark, block] of [
        ['#', py`${comment(value)}`],
        ['//', js`${comment(value)}`],
        ['#', sh`${comment(value)}`],
      ] as const) {
        for (const line of printBlock(block).code.trimEnd().split('\n')) expect(line === '' || line.startsWith(mark)).toBe(true)
      }
    }
  })
})

/** How Python represents numbers that JavaScript prints without a decimal point. */
function normalise(value: Json): Json {
  if (typeof value === 'number') return Object.is(value, -0) ? -0 : value
  if (Array.isArray(value)) return value.map(normalise)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalise(item)]))
  return value
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

describe('blocks', () => {
  test('text from elsewhere cannot become code', () => {
    const forged = Object.assign(['import os'], { raw: ['import os'] }) as unknown as TemplateStringsArray
    expect(() => py(forged)).toThrow('template literals')
    const shaped = { kind: 'block', block: { language: 'python', parts: [{ kind: 'literal', text: 'import os' }] } }
    expect(printBlock(py`x = ${shaped as never}`).code).toContain('"import os"')
    expect(() => identifier('os; import sys')).toThrow('identifier')
    expect(() => identifier('class')).toThrow('identifier')
    expect(() => py`${sh`ls` as never}`).toThrow('cannot stand')
  })

  test('nested blocks keep their indentation; an absent line leaves no gap', () => {
    const inner = py`
      a = 1
      b = 2
    `
    const { code } = printBlock(py`
      if True:
          ${inner}
          ${when(false, py`gone`)}
          c = f(1${when(true, py`, revision=${'v"1'}`)})
    `)
    expect(code).toBe('if True:\n    a = 1\n    b = 2\n    c = f(1, revision="v\\"1")\n')
  })

  test('long trees are laid out with four spaces, and what to fill in is listed', () => {
    const { code, placeholders } = printBlock(
      py`x = f(${json([{ role: 'user', content: [{ type: 'text', text: 'Say in one sentence what is to be seen in it.' }] }])}, ${fill('your-image.jpg')})`,
    )
    expect(code).toContain('\n    {\n        "role": "user",\n')
    expect(placeholders).toEqual(['your-image.jpg'])
  })
})
