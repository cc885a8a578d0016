import { describe, expect, test } from 'vitest'
import { payloads, withPayload, fullRecord } from '../../proofs/hostile-records.ts'
import { type PrintedBlock, printedBlocks } from '../../proofs/printed-block.ts'
import { verify } from '../../proofs/verify.ts'
import { printBlock } from '../code/index.ts'
import { toModelFacts } from '../facts/model-facts.ts'
import { targetFor } from '../target.ts'
import { compileLibrary, type OwnLibrary } from './compile.ts'
import { readTemplate, TemplateError } from './template.ts'

const hub = targetFor('https://hub.example.org')
const print = (text: string, record: object = { id: "ada/o'sea" }, target = hub) =>
  printBlock(readTemplate(text, 'python')(toModelFacts(record), target)).code

describe('templates of an owner', () => {
  test('values are literals, absent ones have a fallback or are to fill in', () => {
    expect(print('load({{ id }}, {{ text or "A calm sea" }})')).toBe('load("ada/o\'sea", "A calm sea")\n')
    expect(print('load({{ base_model }})')).toBe('load("base-model")\n')
    expect(print('f({{ file .pt }}, {{ fill your picture }})', { siblings: [{ rfilename: 'a.pt' }, { rfilename: '-b.pt' }] })).toBe(
      'f("a.pt", "your picture")\n',
    )
    expect(print('d = {"a": f"{{ "{{" }}x{{ "}}" }}"}')).toBe('d = {"a": f"{{x}}"}\n')
  })

  test('the revision is said when one is meant', () => {
    const code = 'load({{ id }}{{ revision_argument }})'
    expect(print(code, { id: 'a/b' })).toBe('load("a/b")\n')
    expect(print(code, { id: 'a/b' }, { ...hub, revision: 'v1' })).toBe('load("a/b", revision="v1")\n')
  })

  test.for([
    ['f({{ id }', 0, 2],
    ['x\n  f("{{ id }}")', 1, 5],
    ['f({{ card.data }})', 0, 2],
    ['f({{ constructor }})', 0, 2],
    ['f({{ id or raw }})', 0, 2],
    ['f({{ env HOME }})', 0, 2],
    ['f({{ revision_option }})', 0, 2],
    ['f({{ file }})', 0, 2],
  ] as const)('%j is refused at line %i, column %i', ([text, line, column]) => {
    let error: unknown
    try {
      readTemplate(text, 'python')
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(TemplateError)
    expect(error).toMatchObject({ line, column })
  })
})

test('hostile records stay data in the code of an owner', () => {
  const own: OwnLibrary = {
    id: 'ours',
    label: 'Ours',
    repo: 'https://git.example.org/ours',
    cases: [
      {
        id: 'load',
        title: 'Load',
        language: 'python',
        code: 'from ours import load\n\nmodel = load({{ id }}, {{ text or "x" }}, {{ file .pt }}{{ revision_argument }})\n',
      },
      {
        id: 'cli',
        title: 'Run',
        language: 'shell',
        code: 'ours run {{ id }} --text {{ text }}{{ revision_option }}',
        unless: { tags: ['x'] },
      },
    ],
  }
  const made = compileLibrary(own)
  if (!('library' in made)) throw new Error('not compiled')
  const printed: PrintedBlock[] = []
  for (const payload of payloads)
    for (const record of withPayload(fullRecord('ours'), payload))
      printed.push(...printedBlocks(made.library, toModelFacts(record), { ...hub, revision: "r'" }))
  const distinct = [...new Map(printed.map((block) => [block.code, block])).values()]
  expect(distinct.length).toBeGreaterThan(100)
  expect(verify(distinct)).toEqual([])
})
