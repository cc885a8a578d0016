import type { KeyboardEvent, ReactNode } from 'react'
import { TextArea, TextField } from '../../../ui/field.tsx'
import type { FieldName, TaskForm } from '../task-form.ts'
import type { WidgetInputs } from '../widget-inputs.ts'
import { PictureField } from './picture-field.tsx'
import { SoundField } from './sound-field.tsx'
import { TableField } from './table-field.tsx'

/** The input fields of a task. */
export function InputFields({
  form,
  inputs,
  onChange,
}: {
  form: TaskForm
  inputs: WidgetInputs
  onChange: (change: Partial<WidgetInputs>) => void
}) {
  return form.fields.map((name) => <Field key={name} name={name} form={form} inputs={inputs} onChange={onChange} />)
}

/** Ctrl+Enter runs the model from a multi-line field, where Enter alone inserts a line break. */
function runOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

interface FieldProps {
  form: TaskForm
  inputs: WidgetInputs
  onChange: (change: Partial<WidgetInputs>) => void
}

function Field({ name, form, inputs, onChange }: FieldProps & { name: FieldName }): ReactNode {
  switch (name) {
    case 'text':
      return (
        <TextArea
          onKeyDown={runOnEnter}
          label={form.textLabel ?? 'Text'}
          rows={3}
          value={inputs.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )
    case 'question':
      return <TextField label="Question" value={inputs.question} onChange={(event) => onChange({ question: event.currentTarget.value })} />
    case 'context':
      return (
        <TextArea
          onKeyDown={runOnEnter}
          label="Text with the answer"
          rows={4}
          value={inputs.context}
          onChange={(event) => onChange({ context: event.currentTarget.value })}
        />
      )
    case 'labels':
      return (
        <TextField
          label="Labels to choose from"
          hint="Two or more, separated by commas."
          value={inputs.labels}
          onChange={(event) => onChange({ labels: event.currentTarget.value })}
        />
      )
    case 'source':
      return <TextField label="Sentence" value={inputs.source} onChange={(event) => onChange({ source: event.currentTarget.value })} />
    case 'sentences':
      return (
        <TextArea
          onKeyDown={runOnEnter}
          label="Sentences to compare it with"
          hint="One per line."
          rows={3}
          value={inputs.sentences}
          onChange={(event) => onChange({ sentences: event.currentTarget.value })}
        />
      )
    case 'image':
      return <PictureField media={inputs.image} onChange={(image) => onChange({ image })} />
    case 'sound':
      return <SoundField media={inputs.sound} onChange={(sound) => onChange({ sound })} />
    case 'table':
      return <TableField table={inputs.table} onChange={(table) => onChange({ table })} />
  }
}
