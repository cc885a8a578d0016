import { HubError } from '@portolan/contract'
import { type Hub, openRateLimiter } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { accountKey } from '../http/caller-key.ts'

const windowSeconds = 300
/** Servers take a limit from the database in this many batches, so the part that one server leaves unused is one two-hundredth. */
const batches = 200

/**
 * Counts calls per caller in a fixed window and reports the remaining quota in the headers. Servers on the same
 * Postgres share the count.
 * @param name of the quota, as clients print it
 * @param limit calls in five minutes; 0 for no limit
 */
export function rateLimit(hub: Hub, name: string, limit: number): MiddlewareHandler<Env> {
  if (limit === 0) return (_c, next) => next()
  const limiter = openRateLimiter(hub.db, { name, max: limit, windowSeconds, batch: Math.floor(limit / batches) })
  return async (c, next) => {
    const { isOver, left, seconds } = await limiter.count(accountKey(c))
    c.header('RateLimit-Policy', `"fixed window";"${name}";q=${limit};w=${windowSeconds}`)
    c.header('RateLimit', `"${name}";r=${left};t=${seconds}`)
    if (isOver) throw new HubError('auth.rate_limited', { message: `Too many requests; try again in ${seconds} s`, retryAfter: seconds })
    await next()
  }
}

/** Whether a path is a file request: downloads, git, LFS, and Xet, which have their own limit. */
export function isFilePath(path: string): boolean {
  return filePath.test(path)
}

const filePath =
  /^\/(?:(?:lfs|xet|-\/spaces)\/|(?:(?:datasets|spaces)\/)?[^/]+\/[^/]+\/(?:(?:resolve|raw|info)\/|git-(?:upload|receive)-pack$)|[^/]+\/(?:resolve|raw)\/)/

/** True for a commit as text: it is computed, not stored, so it counts as an API call. */
export function isPatchPath(path: string): boolean {
  return /\/commit\/[0-9a-f]{40}\.(?:patch|diff)$/.test(path)
}

/** Applies a middleware only to some paths. */
export function forPaths(isMeant: (path: string) => boolean, middleware: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return (c, next) => (isMeant(c.req.path) ? middleware(c, next) : next())
}
