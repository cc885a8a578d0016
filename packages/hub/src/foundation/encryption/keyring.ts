import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { HubError } from '@portolan/contract'

/** No plain value begins like this: none of them has a space there. */
const prefix = 'encrypted:1 '
const nonceBytes = 12
const tagBytes = 16

/** A key as it is used: derived, so that the same key given for something else opens nothing here. */
interface Key {
  /** 8 hex digits, stored next to each value. */
  readonly id: string
  readonly bytes: Buffer
}

function derive(key: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `portolan ${purpose}`, length))
}

/** How a stored value reads: not encrypted, with the first key, with another one, or not at all. `keyId` is `null` for a damaged value. */
export type Reading =
  | { readonly state: 'plain'; readonly value: string }
  | { readonly state: 'current'; readonly value: string }
  | { readonly state: 'older'; readonly value: string; readonly keyId: string }
  | { readonly state: 'unreadable'; readonly keyId: string | null }

/**
 * Encrypts values with AES-256-GCM, bound to a place: moved to another row or column, a value cannot be opened. The stored form is text,
 * `encrypted:1 <key id> <base64url of nonce, ciphertext and tag>`.
 */
export class Keyring {
  readonly #keys: readonly Key[]

  /** @param keys 32 bytes each: the first encrypts, all decrypt; none leaves values plain */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => ({ id: derive(key, 'key id', 4).toString('hex'), bytes: derive(key, 'encryption at rest', 32) }))
  }

  /** The id of the key that encrypts; `null` without keys. */
  get currentId(): string | null {
    return this.#keys[0]?.id ?? null
  }

  /** @param place what the value belongs to, such as `webhook.secret/<uid>` */
  encrypt(place: string, value: string): string {
    const [key] = this.#keys
    if (key === undefined) return value
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(`${key.id} ${place}`))
    const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${prefix}${key.id} ${sealed.toString('base64url')}`
  }

  read(place: string, stored: string): Reading {
    if (!stored.startsWith(prefix)) return { state: 'plain', value: stored }
    const [keyId = '', text = ''] = stored.slice(prefix.length).split(' ')
    const index = this.#keys.findIndex(({ id }) => id === keyId)
    const key = this.#keys[index]
    if (key === undefined) return { state: 'unreadable', keyId: /^[0-9a-f]{8}$/.test(keyId) ? keyId : null }
    const sealed = Buffer.from(text, 'base64url')
    if (sealed.length < nonceBytes + tagBytes) return { state: 'unreadable', keyId: null }
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(`${key.id} ${place}`))
      .setAuthTag(sealed.subarray(-tagBytes))
    try {
      const value = Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
      return index === 0 ? { state: 'current', value } : { state: 'older', value, keyId }
    } catch {
      return { state: 'unreadable', keyId: null }
    }
  }

  /** @throws {HubError} `encryption.key_missing` */
  decrypt(place: string, stored: string): string {
    const reading = this.read(place, stored)
    if (reading.state !== 'unreadable') return reading.value
    throw new HubError('encryption.key_missing', { place, keyId: reading.keyId })
  }
}
