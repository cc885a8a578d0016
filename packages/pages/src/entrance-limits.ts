import { HubError } from '@portolan/contract'
import { type Hub, hubState, openRateLimiter } from '@portolan/hub'
import { addressBlock } from './address-block.ts'

const quarter = 15 * 60
const hour = 60 * 60

/** Rate limits against guessing passwords and codes, and against mass sign-ups. All throw {HubError} `auth.rate_limited`. */
export interface EntranceLimits {
  /** Ten wrong passwords for a name from an address within 15 minutes. */
  countSignIn(name: string, address: string): Promise<void>
  forgetSignIns(name: string, address: string): Promise<void>
  /** Rejected sign-ups count as well: each costs a password hash. */
  countSignUp(address: string): Promise<void>
  /** Attempts to enter device codes, per person. */
  countDeviceCode(accountUid: string): Promise<void>
}

export const entranceLimits = hubState('entrance-limits', make)

function make(hub: Hub): EntranceLimits {
  const limit = (name: string, max: number, windowSeconds: number, message: string) => {
    const limiter = openRateLimiter(hub.db, { name, max, windowSeconds })
    return {
      forget: (key: string) => limiter.forget(key),
      async count(key: string): Promise<void> {
        const { isOver, seconds } = await limiter.count(key)
        if (isOver) throw new HubError('auth.rate_limited', { message, retryAfter: seconds })
      },
    }
  }
  const passwords = limit('password', 10, quarter, 'Too many attempts. Try again in a quarter of an hour.')
  const codes = limit('device-code', 20, quarter, 'Too many codes tried. Try again in a quarter of an hour.')
  const max = hub.config.signUpsPerHour
  const accounts = max === 0 ? null : limit('account', max, hour, 'Too many new accounts from your network. Try again in an hour.')
  const key = (name: string, address: string) => `${name.toLowerCase()}|${addressBlock(address)}`
  return {
    countSignIn: (name, address) => passwords.count(key(name, address)),
    forgetSignIns: (name, address) => passwords.forget(key(name, address)),
    countSignUp: async (address) => accounts?.count(addressBlock(address)),
    countDeviceCode: (accountUid) => codes.count(accountUid),
  }
}
