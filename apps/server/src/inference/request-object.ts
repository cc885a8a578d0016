import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import { JsonStructure } from '../http/json-structure.ts'
import { withBody } from '../http/request-body.ts'

/** The largest body of a call: a few images or an audio file in base64. */
export const maxBodyBytes = 64 * 1024 * 1024

/** Reads the raw body, bypassing web streams. @throws {HubError} `body.too_large` */
export function rawBody(c: Context): Promise<Buffer> {
  return withBody(c, async (body) => {
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      if (bytes > maxBodyBytes) throw new HubError('body.too_large', { message: `The body exceeds ${maxBodyBytes} bytes` })
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  })
}

/** Reads a body that is a JSON object. @throws {HubError} `body.invalid`, `body.too_large` */
export async function jsonObjectBody(c: Context): Promise<Record<string, unknown>> {
  return parseObject(await rawBody(c))
}

/** @throws {HubError} `body.invalid` */
export function parseObject(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  new JsonStructure().take(bytes)
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new HubError('body.invalid', { message: 'The body is not valid JSON' })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HubError('body.invalid', { message: 'The body must be a JSON object' })
  return value as Record<string, unknown>
}
