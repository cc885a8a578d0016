/** Thirty days as a line; the number beside it says what matters to those who cannot see it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const max = Math.max(1, ...values)
  const step = 120 / Math.max(1, values.length - 1)
  const points = values.map((value, i) => `${(i * step).toFixed(1)},${(28 - (value / max) * 26).toFixed(1)}`).join(' ')
  return (
    <svg viewBox="0 0 120 30" width="120" height="30" aria-hidden="true" preserveAspectRatio="none">
      <polyline points={points} fill="none" stroke="var(--color-sea)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
