import clsx from 'clsx'
import { Search } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from './button.tsx'

interface SearchFormProps {
  /** Accessible name of the form. */
  label: string
  /** The search field; its parameter is `q`. */
  box: { readonly label: string; readonly value: string; readonly placeholder: string }
  /** Additional selects next to the search field, by parameter. */
  choices?: readonly SearchChoice[]
  /** Query parameters to keep. */
  keep?: Iterable<readonly [name: string, value: string]>
  /** Submits on every change; without JavaScript, the button submits. */
  isLive?: boolean
  /** Shows a magnifying glass on the button instead of text. */
  hasIcon?: boolean
  className?: string
}

export interface SearchChoice {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

/** Filters the current page: a search field with a button, and optional selects. All state is in the query string. */
export function SearchForm({ label, box, choices = [], keep = [], isLive = false, hasIcon = false, className }: SearchFormProps) {
  const submit = useSubmit()
  const send = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })
  const onChange = isLive ? send : undefined
  const boxAndButton = (
    <>
      <input
        type="search"
        name="q"
        defaultValue={box.value}
        placeholder={box.placeholder}
        aria-label={box.label}
        autoComplete={isLive ? 'off' : undefined}
        className="field"
        onChange={onChange}
      />
      <Button type="submit" aria-label={hasIcon ? 'Search' : undefined}>
        {hasIcon ? <Search size={16} aria-hidden="true" /> : 'Search'}
      </Button>
    </>
  )
  return (
    <Form role="search" aria-label={label} className={clsx('flex gap-2', choices.length > 0 && 'flex-wrap', className)}>
      <KeptParameters of={keep} />
      {/* Keeps the search field and its button on one line when the selects wrap. */}
      {choices.length > 0 ? <div className="flex min-w-56 grow basis-72 gap-2">{boxAndButton}</div> : boxAndButton}
      {choices.map(({ name, label: choiceLabel, value, options }) => (
        <select
          // A new key when a link or back navigation changes the value, since the old select would keep its own state.
          key={`${name}-${value}`}
          name={name}
          aria-label={choiceLabel}
          defaultValue={value}
          className="field w-auto max-sm:w-full"
          onChange={onChange}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </Form>
  )
}

/** Hidden fields for parameters that the form must keep in the URL. */
export function KeptParameters({ of }: { of: Iterable<readonly [name: string, value: string]> }) {
  return [...of].map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
}
