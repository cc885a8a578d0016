import clsx from 'clsx'
import { Search } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from './button.tsx'

interface SearchFormProps {
  /** What the form searches, for screen readers. */
  label: string
  /** The box; its parameter is `q`. */
  box: { readonly label: string; readonly value: string; readonly placeholder: string }
  /** Further choices beside the box, by parameter. */
  choices?: readonly SearchChoice[]
  /** Parameters of the address that stay as they are. */
  keep?: Iterable<readonly [name: string, value: string]>
  /** Sends as one types or chooses; before JavaScript arrives the button does it. */
  isLive?: boolean
  /** The button is a magnifying glass, not a word. */
  hasIcon?: boolean
  className?: string
}

export interface SearchChoice {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

/** Narrows the page it stands on: a search box with its button, and choices beside it. Everything is kept in the address. */
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
      {/* The box and its button stay on one line when the choices wrap. */}
      {choices.length > 0 ? <div className="flex min-w-56 grow basis-72 gap-2">{boxAndButton}</div> : boxAndButton}
      {choices.map(({ name, label: choiceLabel, value, options }) => (
        <select
          // Chosen by a link, or by going back: another field, since the old one keeps what was chosen in it.
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

/** Parameters that a form sends along as they are: without them its answer would forget them. */
export function KeptParameters({ of }: { of: Iterable<readonly [name: string, value: string]> }) {
  return [...of].map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
}
