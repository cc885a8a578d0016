import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** sha-256 of a secret: what is stored instead of it. Secrets are long and random, so a fast hash is enough. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** `length` letters and digits, every one equally likely. */
export function randomAlphanumerics(length: number, randomBytes: (n: number) => Buffer): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: larger bytes would favor the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
