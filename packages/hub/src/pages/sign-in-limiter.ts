import { HubError } from '@portolan/contract'
import { LRUCache } from 'lru-cache'

const windowMs = 15 * 60 * 1000
const maxAttempts = 10

const attempts = new LRUCache<string, { n: number; until: number }>({ max: 50_000 })

/** Slows down guessing: ten wrong passwords for a name from an address in a quarter of an hour. @throws {HubError} `auth.rate_limited` */
export function countAttempt(name: string, address: string, now: number): void {
  const key = `${name.toLowerCase()}|${address}`
  const known = attempts.get(key)
  const slot = known && known.until > now ? known : { n: 0, until: now + windowMs }
  slot.n++
  attempts.set(key, slot)
  if (slot.n > maxAttempts)
    throw new HubError('auth.rate_limited', {
      message: 'Too many attempts. Try again in a quarter of an hour.',
      retryAfter: Math.ceil((slot.until - now) / 1000),
    })
}

export function forgetAttempts(name: string, address: string): void {
  attempts.delete(`${name.toLowerCase()}|${address}`)
}
