import type { FieldName, TaskForm } from '../widget/task-form.ts'
import { labelsOf, type Media, sentencesOf, type WidgetInputs } from '../widget/widget-inputs.ts'

/** The payload of a call: task inputs or messages, plus the parameters. */
export interface CallQuestion {
  readonly inputs?: unknown
  readonly messages?: readonly unknown[]
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The file name that code uses to open an image or audio clip. Drawings (SVG) are sent as PNG. */
export function fileName({ name }: Media): string {
  return name.replace(/\.svg$/i, '.png')
}

/** Builds the call from the fields; `null` while fields are empty. @param task `conversational` for models that are called with messages */
export function callQuestion(
  task: string,
  { fields }: TaskForm,
  inputs: WidgetInputs,
  parameters: Readonly<Record<string, unknown>>,
): CallQuestion {
  const has = (field: FieldName) => fields.includes(field)
  const file = inputs.image ?? inputs.sound
  const name = file === null ? '' : fileName(file)
  if (task === 'conversational') {
    const content = has('image')
      ? [
          { type: 'text', text: inputs.text },
          { type: 'image_url', image_url: { url: name } },
        ]
      : inputs.text
    return { messages: [...inputs.turns, { role: 'user', content }], parameters }
  }
  return { inputs: taskInputs(), parameters }

  function taskInputs(): unknown {
    if (has('source')) return { source_sentence: inputs.source, sentences: sentencesOf(inputs) }
    if (has('context')) return { question: inputs.question, context: inputs.context }
    if (has('table')) return has('question') ? { query: inputs.question, table: inputs.table } : { data: inputs.table }
    if (has('question')) return { image: name, question: inputs.question }
    if (has('labels')) return { ...(has('image') ? { image: name } : { text: inputs.text }), candidate_labels: labelsOf(inputs) }
    if (has('image') && has('text')) return { image: name, prompt: inputs.text }
    return has('image') || has('sound') ? name : inputs.text
  }
}
