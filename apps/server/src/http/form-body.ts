import type { Context } from 'hono'
import type { Env } from '../env.ts'

/** Forms of OAuth are small. Bytes. */
const maxForm = 16 * 1024

/** A form as programs send it; empty when it is too long or something else. */
export async function formBody(c: Context<Env>): Promise<URLSearchParams> {
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > maxForm) return new URLSearchParams()
  const text = await c.req.text()
  return new URLSearchParams(text.length > maxForm ? '' : text)
}
