const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

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

/** Formats a day as `Nov 21, 2026` in UTC, so the server and every browser show the same text. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** Formats a time as `Nov 21, 2026, 14:05 UTC`. */
export function formatMinute(iso: string): string {
  return `${formatDay(iso)}, ${iso.slice(11, 16)} UTC`
}

const steps = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const
/** Older and later times are shown as days. */
const relativeDays = 30

/**
 * Formats the distance to a time: `just now`, `5 minutes ago`, `yesterday`, `in 3 hours`; beyond thirty days, the day.
 * @param now milliseconds since 1970
 */
export function formatSince(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000
  const distance = Math.abs(seconds)
  if (distance < 60) return 'just now'
  if (distance >= relativeDays * 86_400) return formatDay(iso)
  const [unit, length] = steps.findLast(([, size]) => distance >= size) ?? steps[0]
  return relative.format(Math.trunc(seconds / length), unit)
}
