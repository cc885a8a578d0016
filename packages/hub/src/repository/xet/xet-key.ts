import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hub } from '../../hub.ts'
import { linkKey } from '../lfs/index.ts'

/**
 * Signs a JSON value for one purpose, as text that fits in a header and a path segment. Uses the secret of the transfer
 * links; the purpose keeps the two apart.
 */
export async function sign(hub: Hub, purpose: string, value: unknown): Promise<string> {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${signature(await linkKey(hub), purpose, body).toString('base64url')}`
}

/** The value {@link sign} signed for this purpose; `null` for anything else. */
export async function verify(hub: Hub, purpose: string, text: string): Promise<unknown> {
  const [body = '', given = '', ...rest] = text.split('.')
  const expected = signature(await linkKey(hub), purpose, body)
  const received = Buffer.from(given, 'base64url')
  if (rest.length > 0 || received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown
}

function signature(key: Buffer, purpose: string, body: string): Buffer {
  return createHmac('sha256', key).update(`${purpose} ${body}`).digest()
}
