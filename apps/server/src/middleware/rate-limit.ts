import { HubError } from '@portolan/contract'
import { LRUCache } from 'lru-cache'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { callerKey } from '../http/caller-key.ts'

const windowSeconds = 300

/**
 * Counts calls per caller in a fixed window, in memory, and says in the headers what is left (hub API, section 0.6).
 * @param name of the quota, as clients print it
 * @param limit calls in five minutes; 0 for no limit
 */
export function rateLimit(name: string, limit: number): MiddlewareHandler<Env> {
  const windows = new LRUCache<string, { calls: number; endsAt: number }>({ max: 100_000 })
  return async (c, next) => {
    if (limit > 0) {
      const now = Date.now()
      const key = callerKey(c)
      const known = windows.get(key)
      const window = known && known.endsAt > now ? known : { calls: 0, endsAt: now + windowSeconds * 1000 }
      window.calls++
      windows.set(key, window)
      const seconds = Math.ceil((window.endsAt - now) / 1000)
      c.header('RateLimit-Policy', `"fixed window";"${name}";q=${limit};w=${windowSeconds}`)
      c.header('RateLimit', `"${name}";r=${Math.max(0, limit - window.calls)};t=${seconds}`)
      if (window.calls > limit)
        throw new HubError('auth.rate_limited', { message: `Too many requests; try again in ${seconds} s`, retryAfter: seconds })
    }
    await next()
  }
}
