import { HubError } from '@portolan/contract'
import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import { hubState } from '../../hub-state.ts'
import type { Hub } from '../../hub.ts'
import { addressBlock } from '../accounts/index.ts'

const quarter = 15 * 60
const day = 24 * 3600

/**
 * Codes that may be tried. A code of six digits is guessed with a probability of three in a million, since three are valid at a time: a hundred a day find
 * one in nine years on average, and only with the password.
 */
const limits = {
  /** For one account from one network, in a quarter of an hour. */
  pair: { max: 8, windowSeconds: quarter },
  /** For all accounts from one network, in a quarter of an hour. */
  network: { max: 40, windowSeconds: quarter },
  /** For one account from everywhere, in a day. */
  account: { max: 100, windowSeconds: day },
} as const

export interface CodeAttempt {
  /** The code was right: this attempt counts for nothing, nor do earlier ones for this account from this network. */
  wasRight(): Promise<void>
}

/** Counts attempts before a code is looked at. Servers on one database count together. */
export interface CodeLimits {
  /** @param address from where @throws {HubError} `auth.rate_limited` */
  count(accountUid: string, address: string): Promise<CodeAttempt>
}

export const codeLimits = hubState('second-factor-limits', make)

function make(hub: Hub): CodeLimits {
  const open = (name: keyof typeof limits) => openRateLimiter(hub.db, { name: `second-factor-${name}`, ...limits[name] })
  const [pairs, networks, accounts] = [open('pair'), open('network'), open('account')]
  return {
    async count(account, address) {
      const network = addressBlock(address)
      const pair = `${account}|${network}`
      // The narrowest first: whoever is over it uses up nothing that others share.
      for (const [limiter, key] of [
        [pairs, pair],
        [networks, network],
        [accounts, account],
      ] as const) {
        const { isOver, seconds } = await limiter.count(key)
        if (isOver)
          throw new HubError('auth.rate_limited', {
            message: `Too many wrong codes. Try again in ${inWords(seconds)}.`,
            retryAfter: seconds,
          })
      }
      return {
        async wasRight() {
          await Promise.all([pairs.forget(pair), networks.giveBack(network), accounts.giveBack(account)])
        },
      }
    },
  }
}

function inWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 90 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.ceil(minutes / 60)} hours`
}
