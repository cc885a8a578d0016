import { TOTP } from 'otpauth'

/** The code that an authenticator app shows at a time. @param secret base32; spaces do not matter */
export function appCode(secret: string, at: Date | number): string {
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Number(at) })
}
