const pad = 2

/** A line chart of thirty days; the number next to it carries the information for people who cannot see it. Sizes in pixels. */
export function Sparkline({ values, width = 132, height = 30 }: { values: readonly number[]; width?: number; height?: number }) {
  const max = Math.max(1, ...values)
  const step = (width - 2 * pad) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, i) => `${(pad + i * step).toFixed(1)} ${(height - pad - (value / max) * (height - 2 * pad)).toFixed(1)}`,
  )
  const line = `M${points.join('L')}`
  const last = points.at(-1)?.split(' ')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" className="text-sea">
      <path d={`${line}V${height}H${pad}Z`} fill="currentColor" opacity=".12" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      {last ? <circle cx={last[0]} cy={last[1]} r="2" fill="currentColor" /> : null}
    </svg>
  )
}
