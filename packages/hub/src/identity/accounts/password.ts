import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { HubError, limits } from '@portolan/contract'
import { guessability } from './password-strength.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** OWASP's second option for scrypt: 32 MiB and about 60 ms. Stored with each hash, so that it can be raised. */
const current = { N: 2 ** 15, r: 8, p: 3 }
const keyBytes = 32

/**
 * @param about the name and the e-mail address of the person who chose it
 * @throws {HubError} `account.weak_password`
 */
export async function checkPassword(password: string, about: readonly (string | null | undefined)[]): Promise<void> {
  if (password.length < limits.minPasswordLength) {
    throw new HubError('account.weak_password', {
      message: `A password has at least ${limits.minPasswordLength} characters`,
      field: 'password',
    })
  }
  if (password.length > 1000)
    throw new HubError('account.weak_password', { message: 'A password has at most 1,000 characters', field: 'password' })
  const weakness = await guessability(
    password,
    about.flatMap((text) => text ?? []),
  )
  if (weakness !== null) throw new HubError('account.weak_password', { message: weakness, field: 'password' })
}

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password.normalize('NFKC'), salt, keyBytes, options(current))
  return ['scrypt', current.N, current.r, current.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time when there is no hash to compare with: an unknown name must not be answered faster. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (stored ?? '').split('$')
  const known = scheme === 'scrypt' && key !== undefined && salt !== undefined
  const cost = known ? { N: Number(n), r: Number(r), p: Number(p) } : current
  const saltBytes = known ? Buffer.from(salt, 'base64url') : Buffer.alloc(16)
  const derived = await derive(password.normalize('NFKC'), saltBytes, keyBytes, options(cost))
  return known && timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}

function options(cost: { N: number; r: number; p: number }): ScryptOptions {
  return { ...cost, maxmem: 256 * cost.N * cost.r }
}
