import type { FieldName } from './task-form.ts'

/** A file on this hub, by its URL. */
export interface StoredMedia {
  readonly src: string
  readonly name: string
}

/** An image or audio clip: on this hub, or chosen by the user. A chosen file leaves the browser only when it is sent to the hub. */
export type Media = StoredMedia | { readonly file: Blob; readonly name: string }

/** Columns of cells, by header. */
export type Table = Readonly<Record<string, readonly string[]>>

/** One message of a chat. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** The values of the widget's fields. */
export interface WidgetInputs {
  readonly text: string
  readonly question: string
  readonly context: string
  /** Comma-separated. */
  readonly labels: string
  readonly source: string
  /** One per line. */
  readonly sentences: string
  readonly image: Media | null
  readonly sound: Media | null
  readonly table: Table
  /** For chats: the earlier messages. */
  readonly turns: readonly Turn[]
}

export const noInputs: WidgetInputs = {
  text: '',
  question: '',
  context: '',
  labels: '',
  source: '',
  sentences: '',
  image: null,
  sound: null,
  table: {},
  turns: [],
}

/** A sample input. */
export interface WidgetSample {
  readonly label: string
  readonly inputs: Partial<Omit<WidgetInputs, 'image' | 'sound'> & Record<'image' | 'sound', StoredMedia>>
}

export function labelsOf({ labels }: Pick<WidgetInputs, 'labels'>): string[] {
  return [...new Set(labels.split(',').map((label) => label.trim()))].filter((label) => label !== '')
}

export function sentencesOf({ sentences }: Pick<WidgetInputs, 'sentences'>): string[] {
  return sentences.split('\n').filter((line) => line.trim() !== '')
}

/** Returns the form's fields that are still empty, including `labels` with fewer than two entries. */
export function missingFields(fields: readonly FieldName[], inputs: WidgetInputs): FieldName[] {
  return fields.filter((field) => (field === 'labels' ? labelsOf(inputs).length < 2 : isEmpty(inputs[field])))
}

function isEmpty(value: WidgetInputs[FieldName]): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return !('name' in value) && Object.keys(value).length === 0
}
