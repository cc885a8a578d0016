import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { rawPath } from './raw-path.ts'

/**
 * What follows the first `count` segments of the path, decoded once, segment by segment: Python sends `refs%2Fpr%2F1` as one segment,
 * JavaScript sends raw slashes; both come out the same. @throws {HubError} `query.invalid` for a malformed escape
 */
export function pathTail(c: Context<Env>, count: number): string {
  return rawTail(c, count).map(decodeSegment).join('/')
}

/** As {@link pathTail}, as it was sent. */
export function rawTail(c: Context<Env>, count: number): string[] {
  return rawPath(c)
    .split('/')
    .slice(count + 1)
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new HubError('query.invalid', { message: 'The address has a malformed escape' })
  }
}
