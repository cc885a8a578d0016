/** Digits that are shown of a fraction; the rest is noise of its binary form, or for the tooltip. */
const significant = 7

/** A number as people read it: `0.30000000000000004` as `0.3`. Whole numbers are shown in full. */
export function shortNumber(value: number): string {
  return Number.isFinite(value) && !Number.isInteger(value) ? String(Number(value.toPrecision(significant))) : String(value)
}

/** Whether values of an Arrow type are points in time: `timestamp[us]`, `date32`. */
export function isTime(type: string): boolean {
  return /^(?:timestamp|date)/.test(type)
}

/** `2026-11-24T00:00:00.000Z` as `2026-11-24`, `2026-11-24T09:05:00.000Z` as `2026-11-24 09:05:00`; whatever is no such time as it is. */
export function shortTime(value: string): string {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z?)$/.exec(value)
  if (!found) return value
  const [, day = '', time = '', fraction = ''] = found
  const rest = fraction.replace(/(?<!0)0+$/, '')
  if (time === '00:00:00' && rest === '') return day
  return `${day} ${time}${rest === '' ? '' : `.${rest}`}`
}

/** Whether values of an Arrow type are as long as they like, and need a wide column. */
export function isWide(type: string): boolean {
  return !/^(?:u?int|float|double|half|bool|decimal|timestamp|date|time|duration)/.test(type)
}
