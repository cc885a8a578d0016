import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/**
 * The hub's address as the caller knows it. With `PORTOLAN_PUBLIC_URL` set it is that. Without, it is the host that the request names:
 * good for a laptop, where the same hub is `localhost` and `127.0.0.1`. `X-Forwarded-*` headers are never believed.
 */
export function origin(publicUrl: string | null, fallback: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const host = c.req.header('host')
    const sane = host !== undefined && /^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:]+\](:\d{1,5})?$/.test(host)
    c.set('origin', publicUrl ?? (sane ? `http://${host}` : fallback))
    await next()
  }
}
