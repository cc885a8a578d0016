import { HubError } from '@portolan/contract'
import { LRUCache } from 'lru-cache'

/** Counts attempts by key in a fixed window, in the memory of this process. */
export interface AttemptLimiter {
  /** @throws {HubError} `auth.rate_limited` when there were too many */
  count(key: string, now: number): void
  forget(key: string): void
}

/** @param options.message what the person is told, with the time to wait */
export function attemptLimiter(options: { max: number; windowMs: number; message: string }): AttemptLimiter {
  const attempts = new LRUCache<string, { n: number; until: number }>({ max: 50_000 })
  return {
    count(key, now) {
      const known = attempts.get(key)
      const slot = known && known.until > now ? known : { n: 0, until: now + options.windowMs }
      slot.n++
      attempts.set(key, slot)
      if (slot.n > options.max)
        throw new HubError('auth.rate_limited', { message: options.message, retryAfter: Math.ceil((slot.until - now) / 1000) })
    },
    forget: (key) => attempts.delete(key),
  }
}
