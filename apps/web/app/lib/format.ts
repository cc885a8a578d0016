const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a count: `1.2K`, `3M`. */
export function formatCount(n: number): string {
  return compact.format(n)
}

/** Formats bytes: `1.2 MB`, in decimal units like file managers and clients. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ${units[power - 1]}`
}

/** Formats a parameter count, as in `7.24B params`. */
export function formatParams(n: number): string {
  return compact.format(n)
}

/** Formats a day as `21 Nov 2026` in UTC, so the server and every browser show the same text. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}
