import type { ColumnStatistics } from '@portolan/hub'
import { formatNumber } from './format-number.ts'

const [width, height] = [112, 28]

/** A summary of a column: the distribution of its values, with the figures as text next to it. */
export function ColumnChart({ column, rowsRead }: { column: ColumnStatistics; rowsRead: number }) {
  const bars = column.histogram?.bins ?? column.frequent.map(({ count }) => ({ count }))
  const max = Math.max(1, ...bars.map(({ count }) => count))
  const step = width / Math.max(1, bars.length)
  return (
    <div className="mt-1 text-xs font-normal text-soft">
      {bars.length > 0 ? (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="text-sea">
          {bars.map(({ count }, i) => {
            const tall = count === 0 ? 0 : Math.max(1.5, (count / max) * height)
            return (
              <rect
                key={i}
                x={i * step + 0.5}
                y={height - tall}
                width={Math.max(1, step - 1)}
                height={tall}
                fill="currentColor"
                opacity=".7"
              />
            )
          })}
        </svg>
      ) : null}
      <span className="block whitespace-nowrap">{atAGlance(column, rowsRead)}</span>
    </div>
  )
}

function atAGlance({ numbers, lengths, kind, distinct, frequent, nulls }: ColumnStatistics, rowsRead: number): string {
  const gaps = nulls === 0 || rowsRead === 0 ? '' : `, ${percent(nulls / rowsRead)} null`
  if (numbers && kind === 'number') return `${range(formatNumber(numbers.min), formatNumber(numbers.max))}${gaps}`
  if (frequent.length > 0) return `${frequent.length} ${frequent.length === 1 ? 'value' : 'values'}${gaps}`
  if (lengths) return `${range(lengths.min, lengths.max)} ${kind === 'list' ? 'items' : 'characters'}${gaps}`
  if (distinct) return `${distinct.atLeast ? 'over ' : ''}${distinct.count} distinct${gaps}`
  return gaps.replace(/^, /, '')
}

function range<T extends string | number>(min: T, max: T): string {
  return min === max ? String(min) : `${min} – ${max}`
}

export function percent(part: number): string {
  return part > 0 && part < 0.001 ? 'under 0.1 %' : `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`
}
