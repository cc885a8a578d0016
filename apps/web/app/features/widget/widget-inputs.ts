import type { FieldName } from './task-form.ts'

/** A file of this hub, by its address. */
export interface StoredMedia {
  readonly src: string
  readonly name: string
}

/** A picture or a sound: of this hub, or one that the reader chose, which leaves the browser only when it is sent to the hub. */
export type Media = StoredMedia | { readonly file: Blob; readonly name: string }

/** Columns of cells, by their heads. */
export type Table = Readonly<Record<string, readonly string[]>>

/** What was said in a chat. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** What stands in the widget's fields. */
export interface WidgetInputs {
  readonly text: string
  readonly question: string
  readonly context: string
  /** Separated by commas. */
  readonly labels: string
  readonly source: string
  /** One a line. */
  readonly sentences: string
  readonly image: Media | null
  readonly sound: Media | null
  readonly table: Table
  /** Of a chat: what was said before. */
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

/** An example to start from. */
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

/** Which of a form's fields are still empty, or have less than a choice of labels. */
export function missingFields(fields: readonly FieldName[], inputs: WidgetInputs): FieldName[] {
  return fields.filter((field) => (field === 'labels' ? labelsOf(inputs).length < 2 : isEmpty(inputs[field])))
}

function isEmpty(value: WidgetInputs[FieldName]): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return !('name' in value) && Object.keys(value).length === 0
}
