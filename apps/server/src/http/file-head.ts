import { type ByteRange, parseByteRange } from './byte-range.ts'
import { matchesNone, matchesRangeCondition } from './entity-tag.ts'

/** The request headers that decide whether a file, or which part of it, is sent. */
export interface FileRequest {
  readonly method: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** Status and headers of the response, and the bytes to send; `range` is `null` when there is no body. */
export interface FileHead {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly range: ByteRange | null
}

/**
 * Decides the response to a GET or HEAD of a file of known size.
 * @param etag without quotes
 */
export function fileHead(request: FileRequest, etag: string, size: number): FileHead {
  const tag = `"${etag}"`
  const shared = { ETag: tag, 'Accept-Ranges': 'bytes' }
  if (matchesNone(request.ifNoneMatch, tag)) return { status: 304, headers: shared, range: null }
  const whole = size === 0 ? null : { start: 0, end: size - 1 }
  const isGet = request.method === 'GET'
  const asked = isGet && matchesRangeCondition(request.ifRange, tag) ? parseByteRange(request.range, size) : null
  if (asked !== null && size === 0) {
    // Not in the RFC, but the only response with which the JavaScript clients accept an empty file (hub API 4.7).
    return { status: 200, headers: { ...shared, 'Content-Length': '0', 'Content-Range': 'bytes 0-0/0' }, range: null }
  }
  if (asked === 'unsatisfiable')
    return { status: 416, headers: { ...shared, 'Content-Length': '0', 'Content-Range': `bytes */${size}` }, range: null }
  if (asked !== null) {
    const length = asked.end - asked.start + 1
    return {
      status: 206,
      headers: { ...shared, 'Content-Length': String(length), 'Content-Range': `bytes ${asked.start}-${asked.end}/${size}` },
      range: asked,
    }
  }
  return { status: 200, headers: { ...shared, 'Content-Length': String(size) }, range: isGet ? whole : null }
}
