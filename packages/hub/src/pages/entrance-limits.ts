import type { Hub } from '../hub.ts'
import { addressBlock } from './address-block.ts'
import { type AttemptLimiter, attemptLimiter } from './attempt-limiter.ts'

const minuteMs = 60 * 1000
const defaultSignUpsPerHour = 20

/** What slows down guessing passwords and opening accounts by the hundred. */
export interface EntranceLimits {
  /** Ten wrong passwords for a name from an address in a quarter of an hour. @throws {HubError} `auth.rate_limited` */
  countSignIn(name: string, address: string): void
  forgetSignIns(name: string, address: string): void
  /** Refused sign-ups count too: each costs the hash of a password. @throws {HubError} `auth.rate_limited` */
  countSignUp(address: string): void
}

const limits = new WeakMap<Hub['db'], EntranceLimits>()

export function entranceLimits(hub: Hub): EntranceLimits {
  let known = limits.get(hub.db)
  if (!known) limits.set(hub.db, (known = make(hub)))
  return known
}

function make(hub: Hub): EntranceLimits {
  const signIns = attemptLimiter({
    max: 10,
    windowMs: 15 * minuteMs,
    message: 'Too many attempts. Try again in a quarter of an hour.',
  })
  const max = hub.config.signUpsPerHour ?? defaultSignUpsPerHour
  const signUps: AttemptLimiter | null =
    max === 0
      ? null
      : attemptLimiter({ max, windowMs: 60 * minuteMs, message: 'Too many new accounts from your network. Try again in an hour.' })
  const key = (name: string, address: string) => `${name.toLowerCase()}|${addressBlock(address)}`
  const now = () => hub.now().getTime()
  return {
    countSignIn: (name, address) => signIns.count(key(name, address), now()),
    forgetSignIns: (name, address) => signIns.forget(key(name, address)),
    countSignUp: (address) => signUps?.count(addressBlock(address), now()),
  }
}
