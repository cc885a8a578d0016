import { HubError } from '@portolan/contract'
import { addressBlock, type Hub, hubState, openRateLimiter } from '@portolan/hub'

const quarter = 15 * 60
const hour = 60 * 60

/** What slows down guessing codes, and opening accounts by the hundred. All throw {HubError} `auth.rate_limited`. */
export interface EntranceLimits {
  /** Refused sign-ups count too: each costs the hash of a password. */
  countSignUp(address: string): Promise<void>
  /** Attempts to enter device codes, per person. */
  countDeviceCode(accountUid: string): Promise<void>
}

export const entranceLimits = hubState('entrance-limits', make)

function make(hub: Hub): EntranceLimits {
  const limit = (name: string, max: number, windowSeconds: number, message: string) => {
    const limiter = openRateLimiter(hub.db, { name, max, windowSeconds })
    return {
      async count(key: string): Promise<void> {
        const { isOver, seconds } = await limiter.count(key)
        if (isOver) throw new HubError('auth.rate_limited', { message, retryAfter: seconds })
      },
    }
  }
  const codes = limit('device-code', 20, quarter, 'Too many codes tried. Try again in a quarter of an hour.')
  const max = hub.config.signUpsPerHour
  const accounts = max === 0 ? null : limit('account', max, hour, 'Too many new accounts from your network. Try again in an hour.')
  return {
    countSignUp: async (address) => accounts?.count(addressBlock(address)),
    countDeviceCode: (accountUid) => codes.count(accountUid),
  }
}
