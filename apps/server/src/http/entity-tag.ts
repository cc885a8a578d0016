/** True when an `If-None-Match` header contains the tag, using weak comparison (RFC 9110, 13.1.2). */
export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/** True when an `If-Range` header allows serving a range: it has the same strong tag. Dates never match, since files have none. */
export function matchesRangeCondition(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === etag
}
