import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import { type BodyStructure, parseJson } from '../http/json-body.ts'
import { JsonStructure } from '../http/json-structure.ts'
import { withBody } from '../http/request-body.ts'

/** The largest body of a call: a few images or an audio file in base64. */
export const maxBodyBytes = 64 * 1024 * 1024

/** So much of a body tells whether it is JSON. Bytes. */
export const startBytes = 64

/**
 * Reads the raw body, bypassing web streams. JSON is checked while it arrives.
 * @param isJson whether it is JSON, or how its start tells
 * @throws {HubError} `body.too_large`, `body.invalid`
 */
export function rawBody(c: Context, isJson: boolean | ((start: Buffer) => boolean)): Promise<Buffer> {
  return withBody(c, async (body) => {
    const pieces: Uint8Array[] = []
    let bytes = 0
    let structure: BodyStructure | null | undefined
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      if (bytes > maxBodyBytes) throw new HubError('body.too_large', { message: `The body exceeds ${maxBodyBytes} bytes` })
      pieces.push(piece)
      if (structure === undefined && (bytes >= startBytes || typeof isJson === 'boolean')) {
        structure = (typeof isJson === 'boolean' ? isJson : isJson(Buffer.concat(pieces))) ? new JsonStructure() : null
        for (const held of pieces) structure?.take(held)
      } else structure?.take(piece)
    }
    return Buffer.concat(pieces)
  })
}

/** Reads a body that is a JSON object. @throws {HubError} `body.invalid`, `body.too_large` */
export async function jsonObjectBody(c: Context): Promise<Record<string, unknown>> {
  return parseObject(await rawBody(c, true))
}

/** Parses a body whose structure was checked, in turns. @throws {HubError} `body.invalid` */
export async function parseObject(bytes: Buffer): Promise<Record<string, unknown>> {
  const value = await parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HubError('body.invalid', { message: 'The body must be a JSON object' })
  return value as Record<string, unknown>
}
