import { HubError } from '@portolan/contract'
import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

const quarter = 15 * 60

/** Passwords that may be tried in a quarter of an hour. */
const max = {
  /** For one account from one network. */
  pair: 10,
  /** For one account, from everywhere. More than one person mistypes, so that others cannot keep its owner out with little. */
  account: 100,
  /** For all accounts from one network: an office is one, and so is who tries one password on many names. */
  network: 50,
  /** In all. */
  hub: 3_000,
} as const

/** An attempt that was counted. */
export interface PasswordAttempt {
  /** The password was right: the attempt counts for nothing, nor do earlier ones for this account from this network. */
  wasRight(): Promise<void>
}

export interface PasswordLimits {
  /**
   * Counts an attempt before the password is looked at. Servers on one database count together.
   * @param account what is the same for all names of an account
   * @param network from where, as `addressBlock` gives it
   * @throws {HubError} `auth.rate_limited`
   */
  count(account: string, network: string): Promise<PasswordAttempt>
}

/** What slows down guessing passwords. */
export const passwordLimits = hubState('password-limits', make)

function make(hub: Hub): PasswordLimits {
  const open = (name: keyof typeof max) => openRateLimiter(hub.db, { name: `password-${name}`, max: max[name], windowSeconds: quarter })
  const [pairs, accounts, networks, all] = [open('pair'), open('account'), open('network'), open('hub')]
  return {
    async count(account, network) {
      const pair = `${account}|${network}`
      // The narrowest first: whoever is over it uses up nothing that others share.
      for (const [limiter, key] of [
        [pairs, pair],
        [networks, network],
        [accounts, account],
        [all, ''],
      ] as const) {
        const { isOver, seconds } = await limiter.count(key)
        if (isOver) throw new HubError('auth.rate_limited', { message: 'Too many attempts. Try again in 15 minutes.', retryAfter: seconds })
      }
      return {
        async wasRight() {
          await Promise.all([pairs.forget(pair), networks.giveBack(network), accounts.giveBack(account), all.giveBack('')])
        },
      }
    },
  }
}
