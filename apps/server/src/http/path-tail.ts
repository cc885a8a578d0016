import { HubError } from '@portolan/contract'
import type { Context } from 'hono'

/**
 * What follows the first `count` segments of the path, decoded once, segment by segment: Python sends `refs%2Fpr%2F1` as one segment,
 * JavaScript sends raw slashes; both come out the same. @throws {HubError} `query.invalid` for a malformed escape
 */
export function pathTail(c: Context, count: number): string {
  const { pathname } = new URL(c.req.url)
  return pathname
    .split('/')
    .slice(count + 1)
    .map(decodeSegment)
    .join('/')
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new HubError('query.invalid', { message: 'The address has a malformed escape' })
  }
}
