import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** Assigns every request an id that clients print and logs contain; adopts the caller's own when it is well-formed. */
export function requestId(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? c.req.header('x-amzn-trace-id')
    const id = given !== undefined && /^[\w=;:.-]{1,128}$/.test(given) ? given : randomUUID()
    c.set('requestId', id)
    // Set before `next`: raw file responses take their headers at that point.
    c.header('X-Request-Id', id)
    await next()
  }
}
