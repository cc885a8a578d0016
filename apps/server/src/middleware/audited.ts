import { asCaller } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** Records the caller's address and the token or session with everything that the request writes to the audit log. */
export function audited(): MiddlewareHandler<Env> {
  return (c, next) =>
    asCaller(() => {
      const actor = c.get('actor') as Env['Variables']['actor'] | undefined
      const token = actor?.kind === 'user' ? actor.token : null
      const via = token ? `token ${token.name}` : c.get('sessionToken') ? 'session' : null
      return { address: c.var.address, via, requestId: c.var.requestId }
    }, next)
}
