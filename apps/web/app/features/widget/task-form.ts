/** A field of the widget. A task's input consists of one or more. */
export type FieldName = 'text' | 'question' | 'context' | 'labels' | 'source' | 'sentences' | 'image' | 'sound' | 'table'

/** A parameter that the widget offers, named as in inference calls. */
export interface ParameterField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly kind: 'integer' | 'number' | 'switch'
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Initial value; `null` to send nothing unless the user sets it. */
  readonly start: number | boolean | null
}

export interface TaskForm {
  readonly fields: readonly FieldName[]
  readonly parameters: readonly ParameterField[]
  /** Describes the text, for its label. */
  readonly textLabel?: string
}

const longest: ParameterField = {
  name: 'max_new_tokens',
  label: 'Longest answer',
  hint: 'tokens',
  kind: 'integer',
  min: 1,
  max: 4096,
  start: 100,
}
const chatLongest: ParameterField = { ...longest, name: 'max_tokens' }
const warmth: ParameterField = {
  name: 'temperature',
  label: 'Temperature',
  hint: '0 takes the likeliest word each time',
  kind: 'number',
  min: 0,
  max: 2,
  step: 0.1,
  start: null,
}
const nucleus: ParameterField = {
  name: 'top_p',
  label: 'Top p',
  hint: 'share of the likely words',
  kind: 'number',
  min: 0.05,
  max: 1,
  step: 0.05,
  start: null,
}
const top: ParameterField = { name: 'top_k', label: 'How many', kind: 'integer', min: 1, max: 100, start: null }
const threshold: ParameterField = { name: 'threshold', label: 'Lowest score', kind: 'number', min: 0, max: 1, step: 0.05, start: null }
const many: ParameterField = { name: 'multi_label', label: 'Several labels can be true', kind: 'switch', start: false }
const steps: ParameterField = { name: 'num_inference_steps', label: 'Steps', kind: 'integer', min: 1, max: 100, start: null }

const writing: TaskForm = { fields: ['text'], parameters: [chatLongest, warmth, nucleus] }
const picture: TaskForm = { fields: ['image'], parameters: [] }
const prompted: TaskForm = { fields: ['image', 'text'], parameters: [], textLabel: 'What to do' }
const drawn: TaskForm = { fields: ['text'], parameters: [steps], textLabel: 'What to make' }

const forms: Readonly<Record<string, TaskForm>> = {
  conversational: { fields: ['text'], parameters: [chatLongest, warmth, nucleus], textLabel: 'Your message' },
  'text-generation': writing,
  translation: { ...writing, parameters: [] },
  summarization: { fields: ['text'], parameters: [{ ...longest, start: null }] },
  'text-classification': { fields: ['text'], parameters: [top] },
  'token-classification': { fields: ['text'], parameters: [] },
  'fill-mask': { fields: ['text'], parameters: [top] },
  'question-answering': { fields: ['question', 'context'], parameters: [] },
  'zero-shot-classification': { fields: ['text', 'labels'], parameters: [many] },
  'feature-extraction': { fields: ['text'], parameters: [] },
  'sentence-similarity': { fields: ['source', 'sentences'], parameters: [] },
  'table-question-answering': { fields: ['question', 'table'], parameters: [] },
  'tabular-classification': { fields: ['table'], parameters: [] },
  'tabular-regression': { fields: ['table'], parameters: [] },
  'image-classification': { fields: ['image'], parameters: [top] },
  'image-segmentation': picture,
  'object-detection': { fields: ['image'], parameters: [threshold] },
  'depth-estimation': picture,
  'image-to-text': { fields: ['image'], parameters: [{ ...longest, start: null }] },
  'image-feature-extraction': picture,
  'image-to-image': prompted,
  'image-text-to-image': prompted,
  'image-to-video': prompted,
  'image-text-to-text': { fields: ['image', 'text'], parameters: [chatLongest, warmth, nucleus], textLabel: 'Your question' },
  'zero-shot-image-classification': { fields: ['image', 'labels'], parameters: [] },
  'zero-shot-object-detection': { fields: ['image', 'labels'], parameters: [threshold] },
  'document-question-answering': { fields: ['image', 'question'], parameters: [] },
  'visual-question-answering': { fields: ['image', 'question'], parameters: [top] },
  'audio-classification': { fields: ['sound'], parameters: [top] },
  'automatic-speech-recognition': { fields: ['sound'], parameters: [] },
  'audio-to-audio': { fields: ['sound'], parameters: [] },
  'text-to-speech': { fields: ['text'], parameters: [], textLabel: 'What to say' },
  'text-to-audio': drawn,
  'text-to-image': drawn,
  'text-to-video': drawn,
}

/** Returns the form of a task, or `null` if there is none. `conversational` counts as a task here. Accepts any text. */
export function taskForm(task: string): TaskForm | null {
  return Object.hasOwn(forms, task) ? (forms[task] ?? null) : null
}
