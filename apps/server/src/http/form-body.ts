import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { readBody } from './json-body.ts'

/** The size limit for OAuth forms, which are small. Bytes. */
const maxForm = 16 * 1024

/** Parses a URL-encoded form body; empty when it is too long or has another type. */
export async function formBody(c: Context<Env>): Promise<URLSearchParams> {
  try {
    return new URLSearchParams((await readBody(c, maxForm)).toString('utf8'))
  } catch (error) {
    if (error instanceof HubError && error.code === 'body.too_large') return new URLSearchParams()
    throw error
  }
}
