/**
 * The delay requested by a Retry-After header (RFC 9110, section 10.2.3), in milliseconds from now; `null` if it is invalid. Fractions of a second
 * are accepted, too, since servers send them.
 * @param now milliseconds since 1970
 */
export function retryAfterMs(header: string, now = Date.now()): number | null {
  const value = header.trim()
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  // Date.parse accepts more than HTTP dates, such as "-1": a date contains a day and a month in letters.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
