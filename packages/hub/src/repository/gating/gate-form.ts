import { limits } from '@portolan/contract'

/** A question that an owner asks people who request access. The label is also its key in requests and reports. */
export interface GateField {
  readonly label: string
  readonly kind: 'text' | 'checkbox' | 'date' | 'country' | 'select'
  /** For a `select`. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The access request form from the card: the keys `extra_gated_*` of its front matter. */
export interface GateForm {
  readonly heading: string | null
  /** Markdown: the terms people agree to. */
  readonly prompt: string | null
  readonly description: string | null
  readonly buttonLabel: string | null
  readonly fields: readonly GateField[]
}

const kinds: Readonly<Record<string, GateField['kind']>> = {
  text: 'text',
  checkbox: 'checkbox',
  date_picker: 'date',
  country: 'country',
  select: 'select',
}
const maxLabel = 2_000
const maxOptions = 300

/**
 * Parses the form from a card: `extra_gated_fields` maps a label to a type, or to `{type: select, options: […]}`.
 * Unknown types become text questions. `ip_location` is left out: this hub does not look up where people are.
 */
export function gateForm(card: Readonly<Record<string, unknown>> | null): GateForm {
  return {
    heading: text(card?.['extra_gated_heading'], 300),
    prompt: text(card?.['extra_gated_prompt'], 100_000),
    description: text(card?.['extra_gated_description'], 5_000),
    buttonLabel: text(card?.['extra_gated_button_content'], 80),
    fields: fieldsOf(card?.['extra_gated_fields']),
  }
}

function fieldsOf(value: unknown): GateField[] {
  // Some cards use a list of one-key objects.
  const entries = Array.isArray(value) ? value.flatMap((item) => entriesOf(item)) : entriesOf(value)
  const fields = new Map<string, GateField>()
  for (const [name, definition] of entries) {
    const label = name.trim()
    if (label === '' || label.length > maxLabel || fields.has(label) || fields.size === limits.gateFields) continue
    const type = typeof definition === 'string' ? definition : textAt(definition, 'type')
    if (type === 'ip_location') continue
    const options = optionsOf(valueAt(definition, 'options'))
    const kind = (type !== null && Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? 'text'
    // A select without options cannot be answered.
    fields.set(label, { label, kind: kind === 'select' && options.length === 0 ? 'text' : kind, options: kind === 'select' ? options : [] })
  }
  return [...fields.values()]
}

function optionsOf(value: unknown): GateField['options'] {
  if (!Array.isArray(value)) return []
  const options = value.slice(0, maxOptions).flatMap((option) => {
    const plain = scalar(option)
    if (plain !== null) return [{ value: plain, label: plain }]
    const label = scalar(valueAt(option, 'label')) ?? scalar(valueAt(option, 'value'))
    return label === null ? [] : [{ value: scalar(valueAt(option, 'value')) ?? label, label }]
  })
  return [...new Map(options.map((option) => [option.value, option])).values()]
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function textAt(value: unknown, key: string): string | null {
  const found = valueAt(value, key)
  return typeof found === 'string' ? found : null
}

/** YAML numbers and booleans as written: an option may be `2024` or `yes`. */
function scalar(value: unknown): string | null {
  const shown = typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return shown === '' ? null : shown.slice(0, 300)
}

function text(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maxLength) : null
}
