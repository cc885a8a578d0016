/** True when an `If-None-Match` header names the tag, weakly compared (RFC 9110, 13.1.2). */
export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/** True when an `If-Range` header lets a range be served: the same strong tag. Dates never match: files have none. */
export function matchesRangeCondition(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === etag
}
