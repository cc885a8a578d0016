import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** The size limit for OAuth forms, which are small. Bytes. */
const maxForm = 16 * 1024

/** Parses a URL-encoded form body; empty when it is too long or has another type. */
export async function formBody(c: Context<Env>): Promise<URLSearchParams> {
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > maxForm) return new URLSearchParams()
  const text = await c.req.text()
  return new URLSearchParams(text.length > maxForm ? '' : text)
}
