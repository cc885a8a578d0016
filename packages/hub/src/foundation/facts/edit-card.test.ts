import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editCardFields, readCardFields } from './edit-card.ts'
import { parseFrontMatter } from './front-matter.ts'

const card = [
  '---',
  '# Who wrote this',
  'license: mit # asked the lawyers',
  'tags:',
  '  - stories # the old ones',
  '  - "tiny"',
  'model-index: [ {name: x} ]',
  'language: en',
  '---',
  '',
  '# Stories',
  '',
].join('\n')

describe('a card edited by fields', () => {
  test('shows what it says', () => {
    expect(readCardFields(card)).toEqual({
      license: ['mit'],
      pipeline_tag: [],
      library_name: [],
      tags: ['stories', 'tiny'],
      language: ['en'],
      datasets: [],
      base_model: [],
    })
    expect(readCardFields('# No front matter\n')?.license).toEqual([])
    expect(readCardFields('---\nlicense: [a\n---\n')).toBe(null)
    expect(readCardFields('---\ndatasets:\n  - {a: 1}\n---\n')).not.toHaveProperty('datasets')
  })

  test('keeps comments, order, and how the rest is written', () => {
    const edited = editCardFields(card, {
      license: ['apache-2.0'],
      tags: ['tiny', 'new'],
      pipeline_tag: ['text-generation'],
      language: ['en', 'de'],
    })
    expect(edited).toBe(
      [
        '---',
        '# Who wrote this',
        'license: apache-2.0 # asked the lawyers',
        'tags:',
        '  - "tiny"',
        '  - new',
        'model-index: [{name: x}]',
        'language:',
        '  - en',
        '  - de',
        'pipeline_tag: text-generation',
        '---',
        '',
        '# Stories',
        '',
      ].join('\n'),
    )
  })

  test('takes a field out, makes front matter where there is none, leaves alone what is as asked', () => {
    expect(editCardFields(card, { license: [] })).not.toContain('license')
    expect(editCardFields('# Title\n', { license: ['mit'], tags: [] })).toBe('---\nlicense: mit\n---\n\n# Title\n')
    expect(editCardFields('# Title\n', { tags: [] })).toBe('# Title\n')
    expect(editCardFields('---\r\nlicense: mit\r\n---\r\nx\r\n', { license: ['isc'] })).toBe('---\r\nlicense: isc\r\n---\r\nx\r\n')
    expect(() => editCardFields('---\nlicense: [a\n---\n', { license: ['mit'] })).toThrow(/front matter is/)
  })

  test('lists stay at the margin where they stood there', () => {
    expect(editCardFields('---\ntags:\n- a # one\n- b\n---\n', { tags: ['a', 'c'] })).toBe('---\ntags:\n- a # one\n- c\n---\n')
  })

  test('what is written is what is read, whatever it is', () => {
    // The generator produces only printable ASCII.
    const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() === value)
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { maxLength: 4 }), (license, tags) => {
        const edited = editCardFields(card, { license: [license], tags })
        const { data, body } = parseFrontMatter(edited)
        expect(body).toBe('\n# Stories\n')
        expect(data?.['license']).toBe(license)
        expect(data?.['tags'] ?? []).toEqual(tags)
      }),
      { numRuns: 200 },
    )
  })
})
