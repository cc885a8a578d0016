import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFrontMatter, plain } from './front-matter.ts'
import { validateCard } from './validate-card.ts'

describe('parseFrontMatter', () => {
  test.for([
    ['---\nlicense: mit\n---\n# A\n', { license: 'mit' }, '# A\n'],
    ['---\r\nlicense: mit\r\ntags:\r\n- a\r\n---\r\n# A', { license: 'mit', tags: ['a'] }, '# A'],
    ['\ufeff---\na: 1\n---\nb', { a: 1 }, 'b'],
    ['---   \na: 1\n---  \nb', { a: 1 }, 'b'],
    ['---\n---\nb', {}, 'b'],
    ['---\n# only a comment\n---\n', {}, ''],
    ['---\na: 1\n---', { a: 1 }, ''],
    ['no front matter\n---\na: 1\n---', null, 'no front matter\n---\na: 1\n---'],
    ['\ufeffplain', null, 'plain'],
    [' ---\na: 1\n---', null, ' ---\na: 1\n---'],
    ['', null, ''],
    // Norway stays Norway, a date stays as written, and a numeric license is a number.
    [
      '---\nlanguage: no\ndate: 2020-01-02\nat: 2020-01-02T03:04:05Z\nn: 0x10\n---\n',
      { language: 'no', date: '2020-01-02', at: '2020-01-02T03:04:05Z', n: 16 },
      '',
    ],
    ['---\nbase: &b {x: 1}\nuse:\n  <<: *b\n  y: 2\n---\n', { base: { x: 1 }, use: { x: 1, y: 2 } }, ''],
    ['---\nx: .nan\ny: .inf\n---\n', { x: null, y: null }, ''],
    ['---\n1: a\ntrue: b\n---\n', { '1': 'a', true: 'b' }, ''],
    ['---\n__proto__: {polluted: true}\nconstructor: 1\n---\n', { constructor: 1 }, ''],
    ['---\na: "x\\0y\\ud800z"\n---\n', { a: 'x\ufffdy\ufffdz' }, ''],
    ['---\na: &a [*a, *a]\n---\n', { a: [null, null] }, ''],
  ] as const)('%j', ([content, data, body]) => {
    const found = parseFrontMatter(content)
    expect({ data: found.data, body: found.body, problems: found.problems }).toEqual({ data, body, problems: [] })
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
  })

  test.for([
    ['---\ntags:\n\t- a\n---\n', 3, /Tabs are not allowed/],
    ['---\na: b: c\n---\n', 2, /Nested mappings/],
    ['---\na: 1\nb: [1, 2\n---\n', 3, /./],
    ['---\na: "x\n---\n', 2, /quote/],
    ['---\n- a\n- b\n---\n', 2, /must be a mapping/],
    ['---\njust words\n---\n', 2, /must be a mapping/],
    ['---\na: 1\n...\nb: 2\n---\n', 4, /multiple documents/],
    ['---\na: *missing\n---\n', 2, /alias/],
    [`---\na: ${'x'.repeat(300_000)}\n---\n`, 1, /longer than 256 KiB/],
    [`---\n${'['.repeat(100_000)}\n---\n`, 2, /./],
  ] as const)('%.40j has a problem in line %i', ([content, line, message]) => {
    const { data, problems } = parseFrontMatter(content)
    expect(data).toBe(null)
    expect(problems[0]?.line).toBe(line)
    expect(problems[0]?.message).toMatch(message)
    expect(problems.length).toBeLessThanOrEqual(10)
  })

  test('a card that begins with a line has no front matter, and is told so', () => {
    expect(parseFrontMatter('---\n# Title\n')).toEqual({
      data: null,
      body: '---\n# Title\n',
      problems: [],
      oddities: [{ message: 'The card starts with ---, but no second --- line ends its front matter', line: 1 }],
    })
  })

  test('a key given twice is odd, no error; the last one counts', () => {
    const { data, oddities } = parseFrontMatter('---\na: 1\nb:\n  c: 1\n  c: 2\na: 3\n---\n')
    expect(data).toEqual({ a: 3, b: { c: 2 } })
    expect(oddities).toEqual([
      { message: 'The key "a" appears more than once; the last value is used', line: 6 },
      { message: 'The key "c" appears more than once; the last value is used', line: 5 },
    ])
  })

  test('a bomb of aliases is refused at once', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (let i = 1; i < 12; i++) {
      const [name, before] = [String.fromCodePoint(97 + i), String.fromCodePoint(96 + i)]
      bomb.push(`${name}: &${name} [*${before},*${before},*${before},*${before},*${before},*${before},*${before},*${before},*${before}]`)
    }
    const { data, problems } = parseFrontMatter(`---\n${bomb.join('\n')}\n---\n`)
    expect(data).toBe(null)
    expect(problems[0]?.message).toMatch(/alias/)
  })

  test('the largest front matter takes no longer than a moment', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `k${i}: v`).join('\n')
    for (const yaml of [many, 'a: 1\n'.repeat(40_000), '\ta: b\n'.repeat(40_000), '*a\n'.repeat(80_000), `a: [${'1,'.repeat(100_000)}]`]) {
      // Quadratic work would run into the time limit of the test.
      parseFrontMatter(`---\n${yaml}\n---\n`)
    }
  })

  test('any text is survived, and what is read is plain JSON', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '---',
        'a: 1',
        '- x',
        'a: &a [*a]',
        '<<: *a',
        '? x',
        ': y',
        '!!binary aa',
        'k: |',
        '  text',
        '{',
        ']',
        '\ufeff',
        'd: 2020-01-01',
        '__proto__: 1',
      ),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        for (const content of [`---\n${lines.join('\n')}\n---\nbody`, lines.join('\n')]) {
          const { data, body } = parseFrontMatter(content)
          expect(content.endsWith(body)).toBe(true)
          expect(JSON.parse(JSON.stringify(data))).toEqual(data)
          validateCard(content, 'model')
          validateCard(content, 'space')
        }
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})

test('plain keeps JSON, ends depth and size', () => {
  expect(plain({ a: [1, 'x', null, true, { b: 1n }] })).toEqual({ a: [1, 'x', null, true, { b: 1 }] })
  expect(plain([undefined, () => 1, Symbol('x'), new Date(0), new Date(Number.NaN)])).toEqual([
    null,
    null,
    null,
    '1970-01-01T00:00:00.000Z',
    null,
  ])
  let deep: unknown = 'end'
  for (let i = 0; i < 1_000; i++) deep = [deep]
  expect(JSON.stringify(plain(deep))).toBe(`${'['.repeat(30)}null${']'.repeat(30)}`)
  expect((plain(Array.from({ length: 1_000_000 }, () => 1)) as unknown[]).length).toBeLessThan(200_001)
})

describe('validateCard', () => {
  const messages = (content: string, type: 'model' | 'dataset' | 'space') => {
    const { errors, warnings } = validateCard(content, type)
    return { errors: errors.map(({ message }) => message), warnings: warnings.map(({ message }) => message) }
  }
  test('what a client may upload', () => {
    expect(messages('---\nlicense: mit\npipeline_tag: text-generation\n---\n', 'model')).toEqual({ errors: [], warnings: [] })
    expect(messages('# Title', 'model')).toEqual({ errors: [], warnings: ['empty or missing yaml metadata in repo card'] })
    expect(messages('---\nlanguage: en\n---\n', 'dataset')).toEqual({ errors: [], warnings: ['no license is specified'] })
    expect(messages('---\nlicense: mit\npipeline_tag: magic\n---\n', 'model')).toEqual({
      errors: [],
      warnings: ['"pipeline_tag": "magic" is not a known task'],
    })
    expect(messages('---\nsdk: static\ncolorFrom: red\n---\n', 'space')).toEqual({ errors: [], warnings: [] })
    expect(messages('---\nlicense: mit\nlicense: mit\n---\n', 'model')).toEqual({
      errors: [],
      warnings: ['The key "license" appears more than once; the last value is used (line 3)'],
    })
  })
  test('and what not', () => {
    expect(messages('---\ntags:\n\t- a\n---\n', 'model').errors).toEqual(['Tabs are not allowed as indentation (line 3)'])
    expect(messages('---\n- a\n---\n', 'dataset').errors).toEqual(['The front matter must be a mapping of names to values (line 2)'])
    expect(messages('---\ntitle: x\n---\n', 'space').errors).toEqual(['"sdk" is required for a Space'])
    expect(messages('---\nsdk: magic\ncolorTo: {}\n---\n', 'space').errors).toEqual([
      '"sdk" must be one of static, gradio, docker, streamlit',
      '"colorTo" must be one of red, yellow, green, blue, indigo, purple, pink, gray',
    ])
  })
  test.for(['asdf', '{}', '5', '[mit, asdf]', '"mit\\n"x', '[[mit]]'])('the license %s is none that clients know', (license) => {
    for (const type of ['model', 'dataset', 'space'] as const) {
      const { errors } = messages(`---\nlicense: ${license}\nsdk: static\n---\n`, type)
      expect(errors[0]).toMatch(license.endsWith('x') ? /./ : /^"license" must be one of \[apache-2\.0, mit, .*, other\]\. /)
    }
  })
  test.for(['mit', 'MIT', 'Apache-2.0', '[mit, apache-2.0]', 'other', 'openmdw-1.1', '', '~'])('the license %s is', (license) => {
    expect(messages(`---\nlicense: ${license}\n---\n`, 'model').errors).toEqual([])
  })
  test('evaluation results are lists', () => {
    const errors = (yaml: string, type: 'model' | 'dataset' = 'model') => messages(`---\nlicense: mit\n${yaml}\n---\n`, type).errors
    expect(errors('model-index: foo')).toEqual(['"model-index" must be an array'])
    expect(errors('model-index: {name: x}')).toEqual(['"model-index" must be an array'])
    expect(errors('model-index: [foo, {name: x, results: 1}, {results: [1]}]')).toEqual([
      '"model-index[0]" must be of type object',
      '"model-index[1].results" must be an array of objects',
      '"model-index[2].results" must be an array of objects',
    ])
    expect(errors('model-index: [{name: x, results: [{task: {type: a}}]}]')).toEqual([])
    expect(errors('model-index: []')).toEqual([])
    // Datasets and Spaces have none, so nothing reads it there.
    expect(errors('model-index: foo', 'dataset')).toEqual([])
  })
})
