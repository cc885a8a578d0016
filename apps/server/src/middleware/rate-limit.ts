import { HubError } from '@portolan/contract'
import { type Hub, openRateLimiter } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { callerKey } from '../http/caller-key.ts'

const windowSeconds = 300

/**
 * Counts calls per caller in a fixed window and says in the headers what is left (hub API, section 0.6). Servers on one Postgres count together.
 * @param name of the quota, as clients print it
 * @param limit calls in five minutes; 0 for no limit
 */
export function rateLimit(hub: Hub, name: string, limit: number): MiddlewareHandler<Env> {
  if (limit === 0) return (_c, next) => next()
  const limiter = openRateLimiter(hub.db, { name, max: limit, windowSeconds })
  return async (c, next) => {
    const { isOver, left, seconds } = await limiter.count(callerKey(c))
    c.header('RateLimit-Policy', `"fixed window";"${name}";q=${limit};w=${windowSeconds}`)
    c.header('RateLimit', `"${name}";r=${left};t=${seconds}`)
    if (isOver) throw new HubError('auth.rate_limited', { message: `Too many requests; try again in ${seconds} s`, retryAfter: seconds })
    await next()
  }
}
