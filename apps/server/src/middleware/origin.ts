import { HubError } from '@portolan/contract'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { isLocalHost } from '../http/host-names.ts'

/**
 * The hub's address as the caller knows it. With `PORTOLAN_PUBLIC_URL` it is that, whatever the request says. Without, it is the host that
 * the request names, as long as that name is local: `localhost` and `127.0.0.1` are the same hub. `X-Forwarded-*` headers are never believed.
 */
export function origin(publicUrl: string | null): MiddlewareHandler<Env> {
  const fixed = publicUrl?.replace(/\/+$/, '') ?? null
  const basePath = fixed === null ? '' : new URL(fixed).pathname.replace(/\/+$/, '')
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host
    const local = isLocalHost(host)
    c.set('basePath', basePath)
    c.set('origin', fixed ?? `http://${local ? host : 'localhost'}`)
    // The check of a load balancer names whatever it likes.
    if (fixed === null && !local && c.req.path !== '/api/health') throw new HubError('host.unknown')
    await next()
  }
}
