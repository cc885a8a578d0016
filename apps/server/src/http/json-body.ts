import { HubError, limits } from '@portolan/contract'
import { Yielder } from '@portolan/hub'
import type { Context } from 'hono'
import type { z } from 'zod'
import { JsonStructure } from './json-structure.ts'
import type { Operation } from '../openapi/describe.ts'
import { bodyError } from './request-body.ts'

/** Checks a body while it arrives: what would take long to parse is refused before. */
export interface BodyStructure {
  /** @throws {HubError} `body.invalid` */
  take(piece: Uint8Array): void
}

/**
 * Reads a body of at most `maxBytes` without buffering the excess.
 * @throws {HubError} `body.too_large`, `body.invalid`
 */
export async function readBody(
  c: Context,
  maxBytes: number = limits.jsonBodyBytes,
  structure: BodyStructure | null = null,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  if (c.req.raw.body === null) return Buffer.alloc(0)
  try {
    for await (const piece of c.req.raw.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      if (bytes > maxBytes) throw new HubError('body.too_large', { message: `The body exceeds ${maxBytes} bytes` })
      structure?.take(piece)
      pieces.push(piece)
    }
  } catch (error) {
    throw bodyError(c, error)
  }
  return Buffer.concat(pieces)
}

/** Parses a JSON body against a schema. @throws {HubError} `body.invalid` naming the field, `body.too_large` */
export async function jsonBody<T extends z.ZodType>(c: Context, schema: T, maxBytes?: number): Promise<z.output<T>> {
  const declared = (c.get('operation') as Operation | undefined)?.body
  if (declared !== undefined && declared !== schema) throw new Error('the route checks its body with another schema than it describes')
  const body = await readBody(c, maxBytes, new JsonStructure())
  const value = body.length === 0 ? {} : await parseJson(body)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw new HubError('body.invalid', {
    message: field === '' ? (issue?.message ?? 'The body is malformed') : `${field}: ${issue?.message}`,
    field,
  })
}

/** Parses a body whose structure was checked; large bodies that arrive together are parsed in turns. @throws {HubError} `body.invalid` */
export async function parseJson(body: Buffer): Promise<unknown> {
  const yielder = new Yielder()
  await yielder.yieldIfDue()
  const text = body.toString('utf8')
  await yielder.yieldIfDue()
  try {
    return JSON.parse(text)
  } catch {
    throw new HubError('body.invalid', { message: 'The body is not valid JSON' })
  }
}
