import { type Hub, isDueForRenewal, renewSession, sessionLifeMs } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { setSessionCookie } from '../http/session-cookie.ts'

/** So long after a renewal the cookie is sent along once more: the answer that carried it may not have arrived. Milliseconds. */
const repeatMs = 10 * 60_000

/**
 * Renews the session of somebody who visits a page in the second half of its life: the row and the cookie together. For pages only, since
 * no cache may keep them; an answer with a cookie in a shared cache would sign others in.
 */
export function renewSessions(hub: Hub): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { sessionToken, sessionExpiresAt } = c.var
    if (sessionToken !== null && sessionExpiresAt !== null) {
      const isFresh = sessionExpiresAt.getTime() - hub.now().getTime() > sessionLifeMs(hub) - repeatMs
      const expiresAt = isDueForRenewal(hub, sessionExpiresAt) ? await renewSession(hub, sessionToken) : isFresh ? sessionExpiresAt : null
      if (expiresAt !== null) {
        c.set('sessionExpiresAt', expiresAt)
        setSessionCookie(c, sessionToken, expiresAt)
      }
    }
    await next()
  }
}
