import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** What a page would get from `navigator.credentials`, for a passkey with an ES256 key; see WebAuthn, sections 6 and 7. */
export interface PasskeyDevice {
  /** Its signature counter; every answer increments it. */
  counter: number
  /** Whether it says that it verified its user. */
  verifiesUser: boolean
  register(options: { challenge: string; rp: { id?: string }; user: { id: string } }, origin: string): string
  sign(options: { challenge: string; rpId?: string }, origin: string): string
}

const present = 0x01
const verified = 0x04
const hasCredential = 0x40

export function passkeyDevice(): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let userHandle = ''
  const device: PasskeyDevice = {
    counter: 0,
    verifiesUser: true,
    register({ challenge, rp, user }, origin) {
      userHandle = user.id
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const data = Buffer.concat([head(rp.id ?? '', hasCredential), credential])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      return answer({
        clientDataJSON: encoded(clientData('webauthn.create', challenge, origin)),
        attestationObject: encoded(attestation),
        transports: ['internal'],
      })
    },
    sign({ challenge, rpId }, origin) {
      const client = clientData('webauthn.get', challenge, origin)
      const data = head(rpId ?? '', 0)
      const signed = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(privateKey)
      return answer({ clientDataJSON: encoded(client), authenticatorData: encoded(data), signature: encoded(signed), userHandle })
    },
  }
  function head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++device.counter)
    const all = flags | present | (device.verifiesUser ? verified : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }
  function answer(response: object): string {
    return JSON.stringify({ id: encoded(id), rawId: encoded(id), type: 'public-key', clientExtensionResults: {}, response })
  }
  return device
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** The key as a CBOR map (RFC 9053): EC2, ES256, P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' }) as { x?: string; y?: string }
  const coordinate = (label: number, value: string) => Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))])
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), coordinate(0x21, x), coordinate(0x22, y)])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([
    value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ])
}

function encoded(value: Buffer): string {
  return value.toString('base64url')
}
