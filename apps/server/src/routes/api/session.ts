import { HubError } from '@portolan/contract'
import { type Hub, openSession, renewSession } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../../env.ts'
import { setSessionCookie } from '../../http/session-cookie.ts'
import { describe } from '../../openapi/describe.ts'

/** The caller's own browser session: whether it is still valid, and its renewal. Tokens have no session. */
export function sessionRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>()
    .get('/api/session', describe({ summary: 'State of the browser session' }), async (c) => {
      const { sessionToken } = c.var
      const session = sessionToken === null ? null : await openSession(hub, sessionToken, { isUse: false })
      return answer(c, hub, session && { name: session.actor.name, expiresAt: session.expiresAt })
    })
    .post('/api/session/refresh', describe({ summary: 'Renew the browser session' }), async (c) => {
      const { actor, sessionToken } = c.var
      // The actor middleware accepts the cookie only from our own pages.
      if (sessionToken === null || actor.kind !== 'user') throw new HubError('auth.required')
      const expiresAt = await renewSession(hub, sessionToken)
      if (expiresAt === null) throw new HubError('auth.required')
      setSessionCookie(c, sessionToken, expiresAt)
      return answer(c, hub, { name: actor.name, expiresAt })
    })
}

/** Includes the hub's own time, since a browser's clock may be wrong. */
function answer(c: Context<Env>, hub: Hub, session: { name: string; expiresAt: Date } | null): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({
    viewer: session && { name: session.name },
    expiresAt: session?.expiresAt.toISOString() ?? null,
    now: hub.now().toISOString(),
  })
}
