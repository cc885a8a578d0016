import { HubError } from '@portolan/contract'
import { type Actor, actorFromSession, actorFromToken, anonymous, type Hub } from '@portolan/hub'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Env } from '../env.ts'

export const sessionCookie = 'portolan_session'

/**
 * Finds out who is calling: a token in `Authorization` (Bearer; Basic with the token as password, as git and git-lfs send it), else the
 * session cookie of our own pages. A bad token is an error on every route; a bad cookie is nobody.
 */
export function actor(hub: Hub): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set('actor', anonymous)
    c.set('sessionToken', null)
    const token = tokenOf(c.req.header('authorization'))
    if (token !== null) c.set('actor', await actorFromToken(hub, token))
    else await useCookie(c, hub)
    await next()
  }
}

async function useCookie(c: Context<Env>, hub: Hub): Promise<void> {
  const cookie = getCookie(c, sessionCookie)
  if (cookie === undefined || !fromOurPages(c)) return
  const found: Actor | null = await actorFromSession(hub, cookie)
  if (!found) return
  if (!isSafe(c.req.method) && !sameOrigin(c)) throw new HubError('auth.csrf')
  c.set('actor', found)
  c.set('sessionToken', cookie)
}

/** A scheme other than Bearer and Basic is passed over, as if nothing had been sent. */
function tokenOf(header: string | undefined): string | null {
  const [, scheme = '', value = ''] = /^(\w+)\s+(.+)$/.exec(header?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return value.trim()
  if (scheme.toLowerCase() !== 'basic') return null
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

/** False for what another site's page sends: its reads must not carry our cookie either. */
function fromOurPages(c: Context<Env>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return isNavigation(c)
  const from = c.req.header('origin')
  return from === undefined || sameOrigin(c)
}

/** Following a link from elsewhere is how people arrive; it only reads. */
function isNavigation(c: Context<Env>): boolean {
  return isSafe(c.req.method) && c.req.header('sec-fetch-mode') === 'navigate'
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** An unsafe request must name its origin, and it must be ours. */
export function sameOrigin(c: Context<Env>): boolean {
  const from = c.req.header('origin')
  if (from === undefined) return c.req.header('sec-fetch-site') === 'same-origin'
  return from === new URL(c.var.origin).origin
}
