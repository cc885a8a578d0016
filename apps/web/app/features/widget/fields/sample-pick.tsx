import { useId } from 'react'
import type { WidgetInputs, WidgetSample } from '../widget-inputs.ts'

/** Fills the fields with one of the examples. */
export function SamplePick({ samples, onPick }: { samples: readonly WidgetSample[]; onPick: (inputs: Partial<WidgetInputs>) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-w-0 items-center gap-2 text-sm text-soft">
      Example
      <select
        id={id}
        className="field min-h-8 min-w-0 py-0.5"
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
