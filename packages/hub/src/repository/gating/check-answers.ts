import { HubError, limits } from '@portolan/contract'
import { countries } from './countries.ts'
import type { GateField } from './gate-form.ts'

/** Answers by label, as stored. */
export type GateAnswers = Readonly<Record<string, string | boolean>>

/**
 * Accepts exactly the answers the card asks for. Every question needs an answer; a checkbox must be ticked.
 * @param given by label, from a form or JSON; untrusted
 * @throws {HubError} `body.invalid` naming the field
 */
export function checkAnswers(fields: readonly GateField[], given: Readonly<Record<string, unknown>>): GateAnswers {
  // No prototype: a label may be `__proto__`.
  const answers = Object.create(null) as Record<string, string | boolean>
  for (const field of fields) {
    const { label } = field
    const value = Object.hasOwn(given, label) ? given[label] : undefined
    if (field.kind === 'checkbox') {
      if (!isTicked(value)) throw problem(label, `Please confirm: ${label}`)
      answers[label] = true
    } else answers[label] = checkText(field, value)
  }
  return answers
}

function checkText(field: GateField, value: unknown): string {
  const { label } = field
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  if (text === '') throw problem(label, `Please answer: ${label}`)
  if (text.length > limits.gateAnswer) throw problem(label, `${label}: use at most ${limits.gateAnswer} characters`)
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text.replaceAll('\r\n', '\n')) || !text.isWellFormed())
    throw problem(label, `${label}: control characters are not allowed`)
  switch (field.kind) {
    case 'date':
      if (!isDate(text)) throw problem(label, `${label}: enter a date such as 2026-01-31`)
      return text
    case 'country': {
      const name =
        countries().get(text.toUpperCase()) ?? [...countries().values()].find((each) => each.toLowerCase() === text.toLowerCase())
      if (name === undefined) throw problem(label, `${label}: choose a country`)
      return name
    }
    case 'select': {
      if (!field.options.some((option) => option.value === text)) throw problem(label, `${label}: choose an option from the list`)
      return text
    }
    default:
      return text
  }
}

function isTicked(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:on|true|1|yes)$/i.test(value))
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function problem(label: string, message: string): HubError {
  return new HubError('body.invalid', { message, field: label })
}
