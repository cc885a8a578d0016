import { useId } from 'react'
import type { WidgetInputs, WidgetSample } from '../widget-inputs.ts'

/** Puts one of the examples into the fields. */
export function SamplePick({ samples, onPick }: { samples: readonly WidgetSample[]; onPick: (inputs: Partial<WidgetInputs>) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="grid gap-1 text-sm font-medium">
      Example
      <select
        id={id}
        className="field font-normal"
        onChange={(event) => {
          const picked = samples[Number(event.currentTarget.value)]
          if (picked) onPick(picked.inputs)
        }}
      >
        {samples.map(({ label }, i) => (
          <option key={`${i} ${label}`} value={i}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
