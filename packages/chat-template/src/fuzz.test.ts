import { expect, test, vi } from 'vitest'
import type { Body, Expression, Statement } from './ast.ts'
import { formatTemplate, parseTemplate, printTemplate, TemplateSyntaxError, tokenize } from './index.ts'
import { readTemplate, renderWithHuggingFace } from './testing/huggingface-jinja.ts'
import { jinja2Missing, renderWithJinja2 } from './testing/jinja2.ts'
import { MessySource } from './testing/messy-source.ts'
import { RandomTemplate, variables } from './testing/random-template.ts'
import { Random } from './testing/random.ts'
import { realTemplates } from './testing/real-templates.ts'

/*
 * Random templates. Seeded: a failure reports the seed that reproduces it. PORTOLAN_FUZZ_RUNS sets how many are generated.
 */
const runs = Number(process.env['PORTOLAN_FUZZ_RUNS'] ?? 2_000)
const firstSeed = 20_261

vi.setConfig({ testTimeout: 60_000 + runs * 120 })

// Python is by far the slowest: as with the proofs of printed code, testing a part is enough while nothing has changed
// (scripts/test/printed-code.ts).
const [part = 1, parts = 1] = (process.env['PORTOLAN_PROOF_PART'] ?? '1/1').split('/').map(Number)

const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index)

test('a tree is printed and read as it was', () => {
  for (const seed of seeds) {
    const tree = new RandomTemplate(new Random(seed), { renders: false }).template()
    for (const options of [{}, { indent: 2, splitLines: true }]) {
      const printed = printTemplate(tree, options)
      const again = parseTemplate(printed)
      expect(again.body, `seed ${seed}: ${printed}`).toEqual(asPrinted(tree.body, false))
      expect(printTemplate(again, options), `seed ${seed}`).toBe(printed)
    }
  }
})

test('what is printed renders as the source does, with Jinja', ({ skip, annotate }) => {
  const missing = jinja2Missing()
  skip(missing !== null, missing ?? '')
  const partOfSeeds = seeds.filter((seed) => seed % parts === part - 1)
  const sources = partOfSeeds.map((seed) => {
    const random = new Random(seed)
    return new MessySource(random, { plus: true }).write(new RandomTemplate(random, { renders: true }).template())
  })
  const all = renderWithJinja2(
    sources.map((source) => ({
      sources: [source, formatTemplate(source), formatTemplate(source, { splitLines: true })],
      variables: [variables],
    })),
  )
  const counts = { texts: 0, errors: 0, notRead: 0 }
  all.forEach(([originals, ...printed], index) => {
    const original = originals?.[0]
    const about = `seed ${partOfSeeds[index]}: ${sources[index]}\n---\n${formatTemplate(sources[index] ?? '')}`
    for (const [outcome] of printed) expect(outcome, about).toBe(original)
    counts[original?.startsWith('=') ? 'texts' : original === '!TemplateSyntaxError' ? 'notRead' : 'errors']++
  })
  void annotate(JSON.stringify(counts))
  expect(counts.texts).toBeGreaterThan(partOfSeeds.length / 4)
})

test('what is printed renders as the source does, with @huggingface/jinja', ({ annotate }) => {
  const counts = { texts: 0, errors: 0, notRead: 0 }
  for (const seed of seeds) {
    const random = new Random(seed)
    const source = new MessySource(random, { plus: false }).write(
      new RandomTemplate(random, { renders: true, readByHuggingFace: true }).template(),
    )
    const original = readTemplate(source)
    const printed = readTemplate(formatTemplate(source))
    const about = `seed ${seed}: ${source}\n---\n${formatTemplate(source)}`
    if ('error' in original) {
      counts.notRead++
      continue
    }
    if ('error' in printed) throw new Error(`${printed.error}: ${about}`)
    const outcome = renderWithHuggingFace(original, variables)
    expect(renderWithHuggingFace(printed, variables), about).toEqual(outcome)
    counts['text' in outcome ? 'texts' : 'errors']++
  }
  void annotate(JSON.stringify(counts))
  expect(counts.texts).toBeGreaterThan(runs / 5)
})

test('a damaged template is read, or refused with a position in it', () => {
  const originals = [
    ...(realTemplates() ?? []).map(({ source }) => source),
    ...seeds.slice(0, 100).map((seed) => printTemplate(new RandomTemplate(new Random(seed), { renders: false }).template())),
  ]
  const random = new Random(firstSeed)
  const counts = { read: 0, refused: 0 }
  for (let run = 0; run < runs; run++) {
    const source = damaged(originals[random.below(originals.length)] ?? '', random)
    try {
      expect(
        tokenize(source)
          .map(({ text }) => text)
          .join(''),
      ).toBe(source)
      const printed = formatTemplate(source)
      expect(formatTemplate(printed), source).toBe(printed)
      counts.read++
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw new Error(`run ${run}: ${JSON.stringify(source)}`, { cause: error })
      expect(error.offset).toBeGreaterThanOrEqual(0)
      expect(error.offset).toBeLessThanOrEqual(source.length)
      expect(error.line).toBe(
        source
          .slice(0, error.offset)
          .replaceAll('\r\n', '\n')
          .split(/[\r\n]/).length,
      )
      counts.refused++
    }
  }
  expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(runs / 20)
})

const pieces = [
  '{{', '}}', '{%', '%}', '{#', '#}', '-', '+', '{% raw %}', '{% endraw %}', '{% if a %}', '{% endif %}', '{% else %}', '{% for a in b %}', '{% endfor %}',
  '(', ')', '[', ']', '{', '}', '"', "'", '\\', '|', ' is ', ' not ', ' if ', ' else ', '.', ',', ':', '=', '~', '**', '0x', '1e', '_', '\r', '\r\n', '\0', '\ud800', 'é',
] // prettier-ignore

/** With pieces inserted, deleted or moved. */
function damaged(source: string, random: Random): string {
  let text = source.slice(0, 2_000)
  for (let times = random.below(3) + 1; times > 0; times--) {
    const at = random.below(text.length + 1)
    const end = Math.min(text.length, at + random.below(12))
    const piece = random.below(2) === 0 ? (pieces[random.below(pieces.length)] ?? '') : ''
    text =
      random.below(3) === 0
        ? `${text.slice(0, at)}${piece}${text.slice(at)}${text.slice(at, end)}`
        : `${text.slice(0, at)}${piece}${text.slice(end)}`
  }
  return text
}

/** The tree as parsed back from its print: text becomes an output of a string, an `else` that contains only an `if` becomes an `elif`. */
function asPrinted(body: Body, escapes: boolean): Statement[] {
  return body
    .filter((statement) => statement.type !== 'text' || statement.value !== '')
    .map((statement) => {
      if (statement.type === 'text') {
        const value: Expression = { type: 'string', value: statement.value }
        return { type: 'output', value: escapes ? { type: 'filter', operand: value, name: 'safe', args: null } : value }
      }
      if (statement.type === 'if') {
        const branches = statement.branches.map(({ test: condition, body: inner }) => ({
          test: condition,
          body: asPrinted(inner, escapes),
        }))
        const otherwise = asPrinted(statement.otherwise, escapes)
        const [only] = otherwise
        if (otherwise.length === 1 && only?.type === 'if')
          return { ...statement, branches: [...branches, ...only.branches], otherwise: only.otherwise }
        return { ...statement, branches, otherwise }
      }
      if (statement.type === 'for')
        return { ...statement, body: asPrinted(statement.body, escapes), otherwise: asPrinted(statement.otherwise, escapes) }
      if ('body' in statement) return { ...statement, body: asPrinted(statement.body, escapes || statement.type === 'autoescape') }
      return statement
    })
}
