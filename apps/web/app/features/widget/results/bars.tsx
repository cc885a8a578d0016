import type { Labeled } from './answer-shapes.ts'

/** Labels with their scores, highest first. */
export function Bars({ rows }: { rows: readonly Labeled[] }) {
  const sorted = rows.toSorted((a, b) => b.score - a.score)
  return (
    <ol className="grid gap-2.5">
      {sorted.map(({ label, score }, i) => (
        <li key={`${label}${i}`}>
          <p className="flex items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
            <span className="tabular-nums">{score.toFixed(3)}</span>
          </p>
          <div aria-hidden="true" className="mt-0.5 h-2 overflow-hidden rounded-full bg-line">
            <div
              className={i === 0 ? 'h-full rounded-full bg-accent' : 'h-full rounded-full bg-sea'}
              style={{ width: `${Math.min(100, Math.max(1, score * 100))}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
