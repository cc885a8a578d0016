import { generateKeyPairSync } from 'node:crypto'
import { isHubError } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { parseSshPublicKey } from './ssh-public-key.ts'

const field = (bytes: Uint8Array | string): Buffer => {
  const value = Buffer.from(bytes as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return Buffer.concat([length, value])
}
const line = (type: string, ...fields: (Uint8Array | string)[]) =>
  `${type} ${Buffer.concat([field(type), ...fields.map((each) => field(each))]).toString('base64')}`
const refused = (text: string): string => {
  try {
    parseSshPublicKey(text)
  } catch (error) {
    if (isHubError(error, 'ssh_key.invalid')) return error.message
    throw error
  }
  throw new Error('It was accepted')
}

function ecPoint(curve: string, bytes: number): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'jwk' })
  const padded = (part: string) =>
    Buffer.concat([Buffer.alloc(bytes - Buffer.from(part, 'base64url').length), Buffer.from(part, 'base64url')])
  return Buffer.concat([Buffer.from([4]), padded(x), padded(y)])
}

function rsaNumbers(bits: number): [exponent: Buffer, modulus: Buffer] {
  const { e = '', n = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' })
  return [Buffer.from(e, 'base64url'), Buffer.concat([Buffer.alloc(1), Buffer.from(n, 'base64url')])]
}

const ed25519 = line('ssh-ed25519', Buffer.alloc(32, 7))

describe('public keys', () => {
  test('are read as OpenSSH does, with its fingerprint', () => {
    // The fingerprints are what `ssh-keygen -lf` printed.
    const known = [
      [
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFkyqh0ArcyEmDptk8jlgOQ8cWRXxjk+N3b4qczi96Su ada@lamps',
        'SHA256:OW4ucWOYGM0AeTtQSfZ7nS13OoE/i2PssoIFlRu0Iio',
        'ada@lamps',
      ],
      [
        'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBLpqGmJLGAoLRcYGgY3h3oEOE2q1QSWUO8YB+pYqAsMEa7AbSM2/setByKzBsbo5wt2ri2pSz7vIQAKn4fbvOJQ=',
        'SHA256:sN8TciBoTZyo3UPHldZGCaKxQNlxuWbFVvY/WkWVXuc',
        '',
      ],
    ] as const
    for (const [text, fingerprint, comment] of known) expect(parseSshPublicKey(text)).toMatchObject({ fingerprint, comment })
  })

  test.for([
    ['ed25519', ed25519],
    ['ECDSA with 256 bits', line('ecdsa-sha2-nistp256', 'nistp256', ecPoint('P-256', 32))],
    ['ECDSA with 384 bits', line('ecdsa-sha2-nistp384', 'nistp384', ecPoint('P-384', 48))],
    ['ECDSA with 521 bits', line('ecdsa-sha2-nistp521', 'nistp521', ecPoint('P-521', 66))],
    ['RSA with 2,048 bits', line('ssh-rsa', ...rsaNumbers(2_048))],
    ['ed25519 on a security key', line('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), 'ssh:')],
    ['ECDSA on a security key', line('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', ecPoint('P-256', 32), 'ssh:work')],
  ] as const)('%s is accepted', ([, text]) => {
    expect(`${parseSshPublicKey(text).type} ${parseSshPublicKey(text).key}`).toBe(text)
    expect(parseSshPublicKey(`  ${text}\t someone@else \r\n`).comment).toBe('someone@else')
    // One byte less, one more, and another type before it.
    const [type = '', key = ''] = text.split(' ')
    const blob = Buffer.from(key, 'base64')
    expect(refused(`${type} ${blob.subarray(0, -1).toString('base64')}`)).toContain('damaged')
    expect(refused(`${type} ${Buffer.concat([blob, Buffer.alloc(1)]).toString('base64')}`)).toContain('damaged')
    expect(refused(`${type === 'ssh-rsa' ? 'ssh-ed25519' : 'ssh-rsa'} ${key}`)).toContain('type before the key')
    expect(refused(`${type} ${key.slice(0, -2)}!=`)).toContain('base64')
  })

  test.for([
    ['nothing', ' \n', 'Paste a public key'],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA\n-----END OPENSSH PRIVATE KEY-----', 'private key'],
    ['another format', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA', 'format of OpenSSH'],
    ['two keys', `${ed25519}\n${ed25519}`, 'one key'],
    ['options', `command="rm" ${ed25519}`, 'options'],
    ['DSA', line('ssh-dss', Buffer.alloc(129, 1)), 'DSA'],
    ['a certificate', line('ssh-ed25519-cert-v01@openssh.com', 'x'), 'Certificates'],
    ['a word', 'hello', 'base64'],
    ['weak RSA', line('ssh-rsa', ...rsaNumbers(1_024)), '1024 bits'],
    ['huge RSA', line('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.concat([Buffer.alloc(1), Buffer.alloc(2_049, 0xff)])), '16392 bits'],
    [
      'an even modulus',
      line('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.concat([Buffer.alloc(1), Buffer.alloc(255, 0xff), Buffer.alloc(1)])),
      'damaged',
    ],
    ['the exponent 1', line('ssh-rsa', Buffer.from([1]), rsaNumbers(2_048)[1]), 'damaged'],
    ['a negative modulus', line('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.alloc(256, 0xff)), 'damaged'],
    [
      'a point that is not on the curve',
      line('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])),
      'damaged',
    ],
    ['another curve inside', line('ecdsa-sha2-nistp256', 'nistp384', ecPoint('P-384', 48)), 'damaged'],
    ['a security key for the web', line('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 7), 'https://example.org'), 'not for SSH'],
    ['a length beyond the end', `ssh-ed25519 ${Buffer.from('ffffffff', 'hex').toString('base64')}`, 'damaged'],
    ['far too much', `ssh-ed25519 ${'A'.repeat(20_000)}`, 'too long'],
  ] as const)('%s is refused', ([, text, message]) => {
    expect(refused(text)).toContain(message)
  })
})
