import { useId } from 'react'

/** Where the model runs. */
export type Place = 'browser' | 'hub'

const places = [
  ['browser', 'In this browser'],
  ['hub', 'On the hub'],
] as const

export function PlaceChoice({ place, onChange }: { place: Place; onChange: (place: Place) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <legend className="sr-only">Where to run it</legend>
      {places.map(([id, label]) => (
        <label key={id} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            value={id}
            checked={place === id}
            onChange={() => onChange(id)}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
