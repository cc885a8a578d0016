import { beforeAll, describe, expect, test, vi } from 'vitest'
import { formatTemplate, parseTemplate, printTemplate, tokenize } from './index.ts'
import { conversations } from './testing/conversations.ts'
import { readTemplate, renderWithHuggingFace } from './testing/huggingface-jinja.ts'
import { jinja2Missing, renderWithJinja2 } from './testing/jinja2.ts'
import { absent, realTemplates } from './testing/real-templates.ts'

/*
 * On published templates: nothing is lost, printing is idempotent, and the print renders as the original does, both with the browser's engine
 * and with Jinja itself.
 */
const templates = realTemplates()
const isAbsent = templates === null

beforeAll(() => {
  // Templates read the current date.
  vi.useFakeTimers({ now: new Date('2026-08-01T12:34:56Z'), toFake: ['Date'] })
  return () => vi.useRealTimers()
})

/** Printing options, all of which must render alike. */
function printings(source: string): string[] {
  return [formatTemplate(source), formatTemplate(source, { splitLines: true, indent: 2 })]
}

describe('published templates', () => {
  test('are there', ({ skip }) => {
    skip(isAbsent, absent)
    expect(templates?.length).toBe(113)
  })

  test('their tokens are their source', ({ skip }) => {
    skip(isAbsent, absent)
    for (const { file, source } of templates ?? []) {
      const tokens = tokenize(source)
      expect(tokens.map(({ text }) => text).join(''), file).toBe(source)
      expect(
        tokens.every(({ text, start, end }) => source.slice(start, end) === text),
        file,
      ).toBe(true)
    }
  })

  test('printing twice changes nothing, whichever way', ({ skip }) => {
    skip(isAbsent, absent)
    for (const { file, source } of templates ?? []) {
      const [once = '', split = ''] = printings(source)
      expect(formatTemplate(once), file).toBe(once)
      expect(formatTemplate(split), file).toBe(once)
      expect(printings(split)[1], file).toBe(split)
      expect(printTemplate(parseTemplate(source)), file).toBe(once)
    }
  })

  test('keep their comments and their marks', ({ skip }) => {
    skip(isAbsent, absent)
    const kept = (source: string) => ({
      comments: tokenize(source).flatMap(({ kind, text }) => (kind === 'comment' ? [text] : [])),
      marks: tokenize(source).filter(({ kind, text }) => kind === 'name' && /^(?:end)?generation$/.test(text)).length,
    })
    const all = (templates ?? []).map(({ file, source }) => ({ file, original: kept(source), printed: kept(formatTemplate(source)) }))
    for (const { file, original, printed } of all) expect(printed, file).toEqual(original)
    expect([
      all.reduce((sum, { original }) => sum + original.comments.length, 0),
      all.reduce((sum, { original }) => sum + original.marks, 0),
    ]).toEqual([243, 4])
  })

  test('render the same with @huggingface/jinja', ({ skip, annotate }) => {
    skip(isAbsent, absent)
    const counts = { texts: 0, errors: 0 }
    const unread: Record<string, string> = {}
    for (const { file, source } of templates ?? []) {
      const original = readTemplate(source)
      if ('error' in original) {
        unread[file] = original.error
        continue
      }
      for (const printed of printings(source)) {
        const template = readTemplate(printed)
        if ('error' in template) throw new Error(`${file}, printed: ${template.error}`)
        for (const { name, variables } of conversations) {
          const expected = renderWithHuggingFace(original, variables)
          expect(renderWithHuggingFace(template, variables), `${file}, ${name}`).toEqual(expected)
          counts['text' in expected ? 'texts' : 'errors']++
        }
      }
    }
    void annotate(`${JSON.stringify(counts)}, not read: ${JSON.stringify(unread)}`)
    // Templates that the engine itself cannot read, and why.
    expect(unread).toEqual({})
    expect(counts.texts).toBeGreaterThan(5_000)
  })

  test('render the same with Jinja, set up as transformers does', ({ skip, annotate }) => {
    skip(isAbsent, absent)
    const missing = jinja2Missing()
    skip(missing !== null, missing ?? '')
    // Python is by far the slowest: testing a part is enough while nothing has changed (scripts/test/printed-code.ts).
    const [part = 1, parts = 1] = (process.env['PORTOLAN_PROOF_PART'] ?? '1/1').split('/').map(Number)
    const chosen = (templates ?? []).filter((_, index) => index % parts === part - 1)
    const variables = conversations.map((conversation) => conversation.variables)
    const all = renderWithJinja2(chosen.map(({ source }) => ({ sources: [source, ...printings(source)], variables })))
    const counts = { texts: 0, errors: 0 }
    all.forEach(([original = [], ...printed], index) => {
      expect(original.length).toBe(conversations.length)
      for (const outcomes of printed)
        outcomes.forEach((outcome, at) => {
          expect(outcome, `${chosen[index]?.file}, ${conversations[at]?.name}`).toBe(original[at])
          counts[outcome.startsWith('=') ? 'texts' : 'errors']++
        })
    })
    void annotate(JSON.stringify(counts))
    expect(counts.texts).toBeGreaterThan(5_000 / parts)
  })
})
