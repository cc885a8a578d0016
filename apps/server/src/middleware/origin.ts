import { HubError } from '@portolan/contract'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { isLocalHost } from '../http/host-names.ts'

const healthPaths = new Set(['/api/health', '/api/health/live', '/api/health/ready'])

/**
 * The hub's address as the caller knows it. With `PORTOLAN_PUBLIC_URL` it is always that value. Otherwise it is the request's host, as long as
 * that name is local: `localhost` and `127.0.0.1` are the same hub. `X-Forwarded-*` headers are never trusted.
 */
export function origin(publicUrl: string | null): MiddlewareHandler<Env> {
  const fixed = publicUrl?.replace(/(?<!\/)\/+$/, '') ?? null
  const basePath = fixed === null ? '' : new URL(fixed).pathname.replace(/(?<!\/)\/+$/, '')
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host
    const local = isLocalHost(host)
    c.set('basePath', basePath)
    c.set('origin', fixed ?? `http://${local ? host : 'localhost'}`)
    // Health checks of load balancers may send any host.
    if (fixed === null && !local && !healthPaths.has(c.req.path)) throw new HubError('host.unknown')
    await next()
  }
}
