import type { CardFieldValues } from '@portolan/hub'
import { TextField } from '../../ui/field.tsx'
import { cardFieldNames } from './card-field-names.ts'

/** The common fields of a card's metadata. Submitting the form writes changes into the text below and keeps its comments. */
export function CardForm({ card, errors, warnings }: { card: CardFieldValues; errors: readonly string[]; warnings: readonly string[] }) {
  const messageFor = (name: string) => [...errors, ...warnings].find((message) => message.includes(`"${name}"`)) ?? null
  const general = [...errors, ...warnings].filter((message) => !cardFieldNames.some(({ name }) => message.includes(`"${name}"`)))
  return (
    <fieldset className="sheet grid gap-4 p-4">
      <legend className="panel-title px-1">Metadata</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {cardFieldNames.map(({ name, label, many, hint }) => {
          const values = card[name]
          if (values === undefined || (!many && values.length > 1)) return null
          const value = values.join(', ')
          return (
            <div key={name}>
              <TextField label={label} name={`card.${name}`} defaultValue={value} hint={hint} error={messageFor(name)} autoComplete="off" />
              <input type="hidden" name={`card-was.${name}`} value={value} />
            </div>
          )
        })}
      </div>
      {general.length > 0 ? (
        <ul className="list-disc pl-5 text-sm text-bad">
          {general.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
}
