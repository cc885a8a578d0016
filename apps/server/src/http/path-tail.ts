import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { rawPath } from './raw-path.ts'

/**
 * The part of the path after the first `count` segments, decoded once, segment by segment: Python sends `refs%2Fpr%2F1` as one segment,
 * JavaScript sends raw slashes; both produce the same result. @throws {HubError} `query.invalid` for a malformed escape
 */
export function pathTail(c: Context<Env>, count: number): string {
  return rawTail(c, count).map(decodeSegment).join('/')
}

/** Like {@link pathTail}, but not decoded. */
export function rawTail(c: Context<Env>, count: number): string[] {
  return rawPath(c)
    .split('/')
    .slice(count + 1)
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new HubError('query.invalid', { message: 'The URL has an invalid percent-encoding' })
  }
}
