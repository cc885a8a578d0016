import { Secret, TOTP } from 'otpauth'

/** What all authenticator apps support (RFC 6238). */
const period = 30
const digits = 6
/** Codes of this many steps before and after the current one count: clocks differ, and people type. */
const window = 1

/** The address that an authenticator app reads from a QR code. @param issuer and account name a line in the app */
export function totpAddress(secret: string, issuer: string, account: string): string {
  return totpOf(secret, issuer, account).toString()
}

/**
 * The time step that a code belongs to; `null` when it is not valid around `now`.
 * @param secret base32
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits, period, secret: Secret.fromBase32(secret) })
}
