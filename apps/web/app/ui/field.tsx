import clsx from 'clsx'
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'

interface Labeled {
  label: ReactNode
  hint?: ReactNode
  /** The validation error, announced with the field. */
  error?: string | null | undefined
}

function Frame({ id, label, hint, error, children }: Labeled & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </div>
  )
}

function described(id: string, hint: ReactNode, error: string | null | undefined) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}

export function TextField({ label, hint, error, className, ...rest }: Labeled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input id={id} {...described(id, hint, error)} {...rest} className={clsx('field', error && 'border-bad', className)} />
    </Frame>
  )
}

export function TextArea({ label, hint, error, className, ...rest }: Labeled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea id={id} rows={3} {...described(id, hint, error)} {...rest} className={clsx('field', error && 'border-bad', className)} />
    </Frame>
  )
}

export function SelectField({ label, hint, error, children, ...rest }: Labeled & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select id={id} {...described(id, hint, error)} {...rest} className="field">
        {children}
      </select>
    </Frame>
  )
}

export function Checkbox({ label, hint, ...rest }: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="flex items-start gap-3">
      <input type="checkbox" {...rest} className="mt-1.5 size-4 shrink-0 accent-accent" />
      <span>
        {label}
        {hint ? <span className="block text-sm text-soft">{hint}</span> : null}
      </span>
    </label>
  )
}

/** A group of checkboxes with one legend. */
export function CheckboxGroup({ legend, error, children }: { legend: string; error?: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{legend}</legend>
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

/** A radio group with a line of explanation per option. */
export function Choices({
  legend,
  name,
  value,
  options,
}: {
  legend: string
  name: string
  value: string
  options: readonly { value: string; label: string; hint?: string }[]
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-sea"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === value}
            className="mt-1.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="font-medium">{option.label}</span>
            {option.hint ? <span className="block text-sm text-soft">{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** An error about the form as a whole. Screen readers announce it when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <p role="alert" className="rounded-md border border-bad px-3 py-2 font-medium text-bad">
      {children}
    </p>
  ) : null
}
