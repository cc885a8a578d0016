const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 })
const scientific = new Intl.NumberFormat('en', { notation: 'scientific', maximumSignificantDigits: 4 })

/** Formats a statistic, short enough for a table: `1,593.6`, `6.375E18`. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toLocaleString('en')
  const size = Math.abs(value)
  return size !== 0 && (size >= 1e9 || size < 1e-3) ? scientific.format(value) : plain.format(value)
}
