const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `1.2K`, `3M`. */
export function formatCount(n: number): string {
  return compact.format(n)
}

/** Bytes as people read them: `1.2 MB`, decimal units as file managers and clients show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ${units[power - 1]}`
}

/** `7.24B params` style: parameters in short. */
export function formatParams(n: number): string {
  return compact.format(n)
}

/** `21 Nov 2026` in UTC: the same on the server and in every browser. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}
