import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** For every answer; pages add their own content security policy. */
export function securityHeaders(): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    await next()
  }
}
