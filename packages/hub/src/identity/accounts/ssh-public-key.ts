import { createHash, createPublicKey, type webcrypto } from 'node:crypto'
import { HubError, limits } from '@portolan/contract'

/*
 * Our own code, after looking at the libraries (November 2026): sshpk and ssh2 also read private keys, certificates and formats that have no place here,
 * and sshpk takes DSA keys and keys with trailing bytes. What has to be read is one line in base64; the arithmetic is checked by node:crypto.
 */

/** A public key that has been checked. */
export interface SshPublicKey {
  /** As in the first column of an `authorized_keys` file. */
  readonly type: string
  /** In base64, as in the second column. */
  readonly key: string
  /** `SHA256:` and 43 characters, as OpenSSH prints it. */
  readonly fingerprint: string
  /** What follows the key, without control characters; may be empty. */
  readonly comment: string
}

const curves: Readonly<Record<string, { readonly crv: string; readonly bytes: number }>> = {
  nistp256: { crv: 'P-256', bytes: 32 },
  nistp384: { crv: 'P-384', bytes: 48 },
  nistp521: { crv: 'P-521', bytes: 66 },
}

const minRsaBits = 2_048
const maxRsaBits = 16_384

/**
 * Reads a line of OpenSSH's format: type, base64, comment. Takes ed25519, ECDSA and RSA from 2,048 bits on, and the first two on security keys.
 * @throws {HubError} `ssh_key.invalid` with a message that says what is wrong
 */
export function parseSshPublicKey(text: string): SshPublicKey {
  const line = text.trim()
  if (line === '') throw invalid('Paste a public key, such as the content of ~/.ssh/id_ed25519.pub.')
  if (line.length > limits.sshKeyText) throw invalid('This is too long for a public key.')
  if (/PRIVATE KEY-----/.test(line)) throw invalid('This is a private key. Never share it; paste the file that ends in .pub instead.')
  if (/^---- BEGIN SSH2|^-----BEGIN/.test(line))
    throw invalid('Paste the key in the format of OpenSSH: one line that begins with its type, such as ssh-ed25519.')
  if (/[\r\n]/.test(line)) throw invalid('Paste one key, on one line.')
  const [, type = '', key = '', comment = ''] = /^(\S+)[ \t]+(\S+)(?:[ \t]+(.*))?$/.exec(line) ?? []
  if (type === '') throw invalid('A public key has a type and a part in base64, such as "ssh-ed25519 AAAA…".')
  const check = checks.get(type)
  if (check === undefined) throw invalid(refusalOf(type))
  const blob = Buffer.from(key, 'base64')
  if (blob.toString('base64') !== key) throw invalid('The part after the type is not valid base64. Was it cut?')
  const reader = new BlobReader(blob)
  if (reader.text() !== type) throw invalid('The type before the key is not the one inside the key.')
  check(reader)
  reader.end()
  const fingerprint = `SHA256:${createHash('sha256')
    .update(blob)
    .digest('base64')
    .replace(/(?<!=)=+$/, '')}`
  return { type, key, fingerprint, comment: comment.replaceAll(/\p{C}/gu, '').trim() }
}

const checks: ReadonlyMap<string, (blob: BlobReader) => void> = new Map([
  ['ssh-ed25519', ed25519],
  ['sk-ssh-ed25519@openssh.com', (blob: BlobReader) => (ed25519(blob), application(blob))],
  ['ecdsa-sha2-nistp256', ecdsa('nistp256')],
  ['ecdsa-sha2-nistp384', ecdsa('nistp384')],
  ['ecdsa-sha2-nistp521', ecdsa('nistp521')],
  ['sk-ecdsa-sha2-nistp256@openssh.com', (blob: BlobReader) => (ecdsa('nistp256')(blob), application(blob))],
  ['ssh-rsa', rsa],
])

function refusalOf(type: string): string {
  if (type === 'ssh-dss') return 'DSA keys are not accepted: they are too weak. Make a new one with "ssh-keygen -t ed25519".'
  if (/-cert-v0[01]@openssh\.com$/.test(type)) return 'Certificates are not accepted. Paste the public key itself.'
  return 'A key must be of the type ed25519, ECDSA or RSA, and begin with that type: options before it are not accepted.'
}

function ed25519(blob: BlobReader): void {
  if (blob.bytes().length !== 32) throw broken()
}

function ecdsa(name: string): (blob: BlobReader) => void {
  return (blob) => {
    const curve = Object.hasOwn(curves, name) ? curves[name] : undefined
    if (curve === undefined || blob.text() !== name) throw broken()
    const point = blob.bytes()
    if (point.length !== 1 + 2 * curve.bytes || point[0] !== 4) throw broken()
    const [x, y] = [point.subarray(1, 1 + curve.bytes), point.subarray(1 + curve.bytes)]
    // Refuses what is not a point of the curve.
    importKey({ kty: 'EC', crv: curve.crv, x: x.toString('base64url'), y: y.toString('base64url') })
  }
}

function rsa(blob: BlobReader): void {
  const exponent = blob.positive()
  const modulus = blob.positive()
  const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24
  if (bits < minRsaBits) throw invalid(`This RSA key has ${bits} bits; it must have at least ${minRsaBits}.`)
  if (bits > maxRsaBits) throw invalid(`This RSA key has ${bits} bits; it can have at most ${maxRsaBits}.`)
  const isWeak = exponent.length > 8 || (exponent.length === 1 && (exponent[0] ?? 0) < 3)
  if (isWeak || ((exponent.at(-1) ?? 0) & 1) === 0 || ((modulus.at(-1) ?? 0) & 1) === 0) throw broken()
  importKey({ kty: 'RSA', e: exponent.toString('base64url'), n: modulus.toString('base64url') })
}

/** What a security key signs for: `ssh:`, or `ssh:` and a word. */
function application(blob: BlobReader): void {
  const name = blob.text()
  if (!/^ssh:[\x20-\x7e]{0,100}$/.test(name)) throw invalid('This security key is not for SSH.')
}

function importKey(key: webcrypto.JsonWebKey): void {
  try {
    createPublicKey({ key, format: 'jwk' })
  } catch (error) {
    throw invalid('The key is damaged: its numbers are not a valid key.', error)
  }
}

/** The fields of a key, each with its length before it (RFC 4251, 5). */
class BlobReader {
  readonly #blob: Buffer
  #at = 0

  constructor(blob: Buffer) {
    this.#blob = blob
  }

  bytes(): Buffer {
    if (this.#blob.length - this.#at < 4) throw broken()
    const length = this.#blob.readUInt32BE(this.#at)
    const from = this.#at + 4
    if (length > this.#blob.length - from) throw broken()
    this.#at = from + length
    return this.#blob.subarray(from, this.#at)
  }

  text(): string {
    return this.bytes().toString('latin1')
  }

  /** A number above zero in its shortest form, without the zero byte that keeps it from being negative. */
  positive(): Buffer {
    const bytes = this.bytes()
    const [first = 0, second = 0] = bytes
    if (bytes.length === 0 || first > 0x7f || (first === 0 && (bytes.length === 1 || second < 0x80))) throw broken()
    return first === 0 ? bytes.subarray(1) : bytes
  }

  end(): void {
    if (this.#at !== this.#blob.length) throw broken()
  }
}

function broken(): HubError {
  return invalid('The key is damaged. Was it cut, or changed?')
}

function invalid(message: string, cause?: unknown): HubError {
  return new HubError('ssh_key.invalid', { message, field: 'key' }, cause === undefined ? undefined : { cause })
}
