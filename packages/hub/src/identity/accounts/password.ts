import { randomBytes, timingSafeEqual } from 'node:crypto'
import { HubError, limits } from '@portolan/contract'
import type { ScryptCost } from './password-job.ts'
import { passwordJob } from './password-threads.ts'

/** OWASP's second option for scrypt: 32 MiB and about 60 ms. Stored with each hash, so that it can be raised. */
const current = { N: 2 ** 15, r: 8, p: 3 }
const keyBytes = 32

/** Characters of each name or address that a password is compared with. */
const maxAbout = 100

/**
 * @param about the name and the e-mail address of whoever chose it
 * @param network from where they do (`addressBlock`): whose turn it takes
 * @throws {HubError} `account.weak_password`, `auth.rate_limited` when too many wait already
 */
export async function checkPassword(password: string, about: readonly (string | null | undefined)[], network: string): Promise<void> {
  if (password.length < limits.minPasswordLength) {
    throw new HubError('account.weak_password', {
      message: `A password must have at least ${limits.minPasswordLength} characters`,
      field: 'password',
    })
  }
  if (password.length > 1000)
    throw new HubError('account.weak_password', { message: 'A password can have at most 1,000 characters', field: 'password' })
  const known = about.flatMap((text) => text?.slice(0, maxAbout) ?? [])
  const weakness = await passwordJob(network, { kind: 'guessability', password, about: known })
  if (weakness !== null) throw new HubError('account.weak_password', { message: weakness, field: 'password' })
}

/** `scrypt$N$r$p$salt$key`, base64url. @throws {HubError} `auth.rate_limited` when too many wait already */
export async function hashPassword(password: string, network: string): Promise<string> {
  const salt = randomBytes(16).toString('base64url')
  return ['scrypt', current.N, current.r, current.p, salt, await derive(password, salt, current, network)].join('$')
}

/**
 * Takes as long when there is no hash to compare with: an unknown name must not answer faster.
 * @throws {HubError} `auth.rate_limited` when too many wait already
 */
export async function passwordMatches(password: string, stored: string | null, network: string): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (stored ?? '').split('$')
  const known = scheme === 'scrypt' && key !== undefined && salt !== undefined
  const cost = known ? { N: Number(n), r: Number(r), p: Number(p) } : current
  const derived = await derive(password, known ? salt : Buffer.alloc(16).toString('base64url'), cost, network)
  return known && timingSafeEqual(Buffer.from(derived, 'base64url'), Buffer.from(key, 'base64url'))
}

async function derive(password: string, salt: string, cost: ScryptCost, network: string): Promise<string> {
  return (await passwordJob(network, { kind: 'derive', password, salt, cost, keyBytes })) ?? ''
}
