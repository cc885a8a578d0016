import { type Hub, isDueForRenewal, renewSession, sessionLifeMs } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { setSessionCookie } from '../http/session-cookie.ts'

/** For this long after a renewal the cookie is sent once more, since the response that carried it may not have arrived. Milliseconds. */
const repeatMs = 10 * 60_000

/**
 * Renews the session of a user who visits a page in the second half of its lifetime: the row and the cookie together. Only for pages, since
 * no cache may store them; a response with a cookie in a shared cache would sign in other users.
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
