import { useId } from 'react'
import { Checkbox } from '../../../ui/field.tsx'
import type { ParameterField } from '../task-form.ts'

/** The fields' values; numbers are kept as text so that a field can be empty. */
export type ParameterValues = Readonly<Record<string, string | boolean>>

export function startValues(fields: readonly ParameterField[]): ParameterValues {
  return Object.fromEntries(
    fields.map(({ name, start }) => [name, typeof start === 'boolean' ? start : start === null ? '' : String(start)]),
  )
}

/** Returns the parameters to send: the ones filled in, and switches that are on. */
export function sentParameters(fields: readonly ParameterField[], values: ParameterValues): Record<string, number | boolean> {
  const sent: Record<string, number | boolean> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === true) sent[field.name] = true
    if (typeof value !== 'string' || value.trim() === '') continue
    const number = Number(value)
    if (Number.isFinite(number)) sent[field.name] = field.kind === 'integer' ? Math.round(number) : number
  }
  return sent
}

export function ParameterFields({
  fields,
  values,
  onChange,
}: {
  fields: readonly ParameterField[]
  values: ParameterValues
  onChange: (values: ParameterValues) => void
}) {
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
      <legend className="sr-only">Parameters</legend>
      {fields.map((field) => {
        const value = values[field.name] ?? ''
        return field.kind === 'switch' ? (
          <Checkbox
            key={field.name}
            label={<span className="text-sm">{field.label}</span>}
            checked={value === true}
            onChange={(event) => onChange({ ...values, [field.name]: event.currentTarget.checked })}
          />
        ) : (
          <NumberField
            key={field.name}
            field={field}
            value={typeof value === 'string' ? value : ''}
            onChange={(text) => onChange({ ...values, [field.name]: text })}
          />
        )
      })}
    </fieldset>
  )
}

function NumberField({ field, value, onChange }: { field: ParameterField; value: string; onChange: (text: string) => void }) {
  const id = useId()
  const { hint, kind, label, max, min, step } = field
  return (
    <div className="grid content-start gap-0.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
        min={min}
        max={max}
        step={step ?? (kind === 'integer' ? 1 : 'any')}
        value={value}
        placeholder="default"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="field text-sm"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {hint ? (
        <span id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </span>
      ) : null}
    </div>
  )
}
