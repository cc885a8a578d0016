import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/**
 * Determines the caller's address: the remote end of the connection, or behind `proxies` proxies of our own the address that the outermost
 * proxy saw. Entries further left in `X-Forwarded-For` are under the caller's control.
 */
export function callerAddress(proxies: number): MiddlewareHandler<Env> {
  return async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? 'local'
    const forwarded = proxies === 0 ? [] : (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
    c.set('address', forwarded.at(-proxies)?.slice(0, 64) || peer)
    await next()
  }
}
