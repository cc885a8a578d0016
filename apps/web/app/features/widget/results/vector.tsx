import { CopyButton } from '../../../ui/copy-button.tsx'

/** A vector: its length, and its values as bars above and below a line. */
export function Vector({ values }: { values: readonly number[] }) {
  const shown = values.slice(0, 256)
  const highest = Math.max(1e-9, ...shown.map(Math.abs))
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          A vector of {values.length} numbers{shown.length < values.length ? `, the first ${shown.length} drawn` : ''}.
        </span>
        <CopyButton text={JSON.stringify(values)} what="Vector" />
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, shown.length)} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`First values: ${shown
          .slice(0, 4)
          .map((value) => value.toFixed(3))
          .join(', ')}`}
        className="mt-1 h-16 w-full text-sea"
      >
        <path
          d={shown.map((value, i) => `M${i + 0.5} 20v${((-value / highest) * 20).toFixed(2)}`).join('')}
          stroke="currentColor"
          strokeWidth="0.8"
        />
        <path d={`M0 20h${shown.length}`} className="text-rule" stroke="currentColor" strokeWidth="0.2" />
      </svg>
    </>
  )
}
