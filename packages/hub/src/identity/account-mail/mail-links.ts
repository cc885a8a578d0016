import { createHmac, timingSafeEqual } from 'node:crypto'
import { storedKey } from '../../foundation/encryption/index.ts'
import type { Hub } from '../../hub.ts'

const keyName = 'mail_link_key'

/**
 * A code for a link in a mail: says what it is for, and until when it counts. It is no secret of the database: nothing is stored.
 * @param lifetimeMs `null` for no end
 */
export async function signMailLink(hub: Hub, purpose: string, claims: readonly string[], lifetimeMs: number | null): Promise<string> {
  const until = lifetimeMs === null ? 0 : hub.now().getTime() + lifetimeMs
  const body = Buffer.from(JSON.stringify([until, ...claims])).toString('base64url')
  return `${body}.${signature(await storedKey(hub, keyName), purpose, body).toString('base64url')}`
}

/** The claims of a code that this hub signed for this purpose and that counts still; otherwise `null`. */
export async function openMailLink(hub: Hub, purpose: string, code: string): Promise<string[] | null> {
  const [body = '', given = '', ...rest] = code.slice(0, 2_000).split('.')
  const expected = signature(await storedKey(hub, keyName), purpose, body)
  const received = Buffer.from(given, 'base64url')
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  // Signed by us, so it has the expected shape.
  const [until, ...claims] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, ...string[]]
  return until === 0 || until > hub.now().getTime() ? claims : null
}

function signature(key: Buffer, purpose: string, body: string): Buffer {
  return createHmac('sha256', key).update(`mail-${purpose} ${body}`).digest()
}
