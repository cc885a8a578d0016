import { createHash } from 'node:crypto'
import { HubError } from '@portolan/contract'
import { LRUCache } from 'lru-cache'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { callerKey } from '../http/caller-key.ts'

const windowSeconds = 300

/** Counts calls per caller in a fixed window, in memory, and says in the headers what is left (hub API, section 0.6). */
export function rateLimit(limit: number): MiddlewareHandler<Env> {
  const counts = new LRUCache<string, { n: number; endsAt: number }>({ max: 100_000 })
  return async (c, next) => {
    if (limit > 0) {
      const now = Date.now()
      const key = createHash('sha256').update(callerKey(c)).digest('base64')
      const known = counts.get(key)
      const slot = known && known.endsAt > now ? known : { n: 0, endsAt: now + windowSeconds * 1000 }
      slot.n++
      counts.set(key, slot)
      const seconds = Math.ceil((slot.endsAt - now) / 1000)
      c.header('RateLimit-Policy', `"fixed window";"api";q=${limit};w=${windowSeconds}`)
      c.header('RateLimit', `"api";r=${Math.max(0, limit - slot.n)};t=${seconds}`)
      if (slot.n > limit)
        throw new HubError('auth.rate_limited', { message: `Too many requests; try again in ${seconds} s`, retryAfter: seconds })
    }
    await next()
  }
}
