import { describe, expect, test } from 'vitest'
import { csvCell } from './csv.ts'
import { checkAnswers } from './check-answers.ts'
import { countries } from './countries.ts'
import { gateForm } from './gate-form.ts'

const card = {
  extra_gated_heading: 'Before you sail',
  extra_gated_prompt: '### License\n\nNo reselling.',
  extra_gated_description: 'Kept for a year.',
  extra_gated_button_content: 'Aye',
  extra_gated_fields: {
    Company: 'text',
    Country: 'country',
    'Date of birth': 'date_picker',
    'I want it for': { type: 'select', options: ['Research', 'Education', { label: 'Something else', value: 'other' }, 2026] },
    'I agree': 'checkbox',
    geo: 'ip_location',
    Odd: { type: 'hologram' },
  },
}
const answers = {
  Company: ' Chart & Co ',
  Country: 'de',
  'Date of birth': '1815-12-10',
  'I want it for': 'other',
  'I agree': 'on',
  Odd: 'so',
}

describe('the form of a card', () => {
  test('has every kind of field, in the order of the card', () => {
    const form = gateForm(card)
    expect(form).toMatchObject({
      heading: 'Before you sail',
      prompt: '### License\n\nNo reselling.',
      description: 'Kept for a year.',
      buttonLabel: 'Aye',
    })
    expect(form.fields.map(({ label, kind }) => [label, kind])).toEqual([
      ['Company', 'text'],
      ['Country', 'country'],
      ['Date of birth', 'date'],
      ['I want it for', 'select'],
      ['I agree', 'checkbox'],
      ['Odd', 'text'],
    ])
    expect(form.fields[3]?.options).toEqual([
      { value: 'Research', label: 'Research' },
      { value: 'Education', label: 'Education' },
      { value: 'other', label: 'Something else' },
      { value: '2026', label: '2026' },
    ])
  })

  test.for([
    null,
    {},
    { extra_gated_fields: null },
    { extra_gated_fields: 'Company' },
    { extra_gated_fields: [[1], null, 'x'] },
    { extra_gated_fields: { '  ': 'text' } },
    { extra_gated_prompt: { a: 1 }, extra_gated_heading: 7 },
  ])('a card like %j asks nothing', (odd) => {
    expect(gateForm(odd as Record<string, unknown> | null)).toEqual({
      heading: null,
      prompt: null,
      description: null,
      buttonLabel: null,
      fields: [],
    })
  })

  test('is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`Question ${i}`, 'text']))
    expect(gateForm({ extra_gated_fields: many }).fields.length).toBe(50)
  })
})

describe('answers', () => {
  const { fields } = gateForm(card)

  test('are kept trimmed, and nothing that was not asked', () => {
    expect({ ...checkAnswers(fields, { ...answers, extra: 'x', __proto__: { y: 1 } }) }).toEqual({
      Company: 'Chart & Co',
      Country: 'Germany',
      'Date of birth': '1815-12-10',
      'I want it for': 'other',
      'I agree': true,
      Odd: 'so',
    })
  })

  test.for([
    ['Company', ''],
    ['Company', 'x'.repeat(1_001)],
    ['Company', { toString: 'x' }],
    ['Company', 'a\u0000b'],
    ['Country', 'Atlantis'],
    ['Country', 'DD'],
    ['Date of birth', '2026-02-30'],
    ['Date of birth', 'yesterday'],
    ['I want it for', 'Something else'],
    ['I agree', 'no'],
    ['I agree', undefined],
  ] as const)('%s: %j is refused', ([label, value]) => {
    expect(() => checkAnswers(fields, { ...answers, [label]: value })).toThrow(
      expect.objectContaining({ code: 'body.invalid', details: expect.objectContaining({ field: label }) as unknown }) as Error,
    )
  })

  test('a label may be called like a property of every object', () => {
    const odd = gateForm(JSON.parse('{"extra_gated_fields": {"__proto__": "text", "constructor": "checkbox"}}') as Record<string, unknown>)
    expect(() => checkAnswers(odd.fields, {})).toThrow('Please answer: __proto__')
    const given = JSON.parse('{"__proto__": "a", "constructor": true}') as Record<string, unknown>
    expect(JSON.stringify(checkAnswers(odd.fields, given))).toBe('{"__proto__":"a","constructor":true}')
  })
})

test('the list of countries has today’s', () => {
  const all = countries()
  expect([all.get('DE'), all.get('JP'), all.get('DD'), all.get('EU'), all.get('ZZ')]).toEqual([
    'Germany',
    'Japan',
    undefined,
    undefined,
    undefined,
  ])
  expect(all.size).toBeGreaterThan(240)
  expect(all.size).toBeLessThan(260)
})

test.for([
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-5', `"'-5"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t=1"`],
  ['\uff1d1', `"'\uff1d1"`],
  ['a,b', '"a,b"'],
  ['a;=b', '"a;=b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
] as const)('a cell %j is written as %s', ([value, written]) => {
  expect(csvCell(value)).toBe(written)
})
