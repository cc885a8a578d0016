import { HubError, isHubError } from '@portolan/contract'
import { actorFromToken, anonymous, type Hub, openSession } from '@portolan/hub'
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { takesBasic } from '../http/takes-basic.ts'
import { readSessionCookie } from '../http/session-cookie.ts'

/** Addresses of the chunk store, which issues and verifies its own tokens. */
const storePath = /^\/(?:xet\/|v1\/telemetry$)/

/**
 * Identifies the caller: a token in `Authorization`, otherwise the session cookie of our own pages. Bad credentials are recorded as `refusal`
 * and thrown by {@link refuse} after the call has been counted; a stale cookie makes the caller anonymous.
 */
export function actor(hub: Hub): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set('actor', anonymous)
    c.set('sessionToken', null)
    c.set('sessionExpiresAt', null)
    c.set('refusal', null)
    c.set('setUpOnly', null)
    try {
      const token = tokenOf(c)
      if (token !== null) c.set('actor', await actorFromToken(hub, token))
      else await authenticateByCookie(c, hub)
    } catch (error) {
      if (!isHubError(error)) throw error
      c.set('refusal', error)
    }
    await next()
  }
}

/**
 * Rejects a call with invalid credentials: a bad token is an error on every route, including public ones. Likewise whatever a user without a required second
 * factor calls, except pages, which lead to the one that sets it up.
 */
export function refuse(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.var.refusal !== null) throw c.var.refusal
    if (c.var.setUpOnly !== null && !isForSetUp(c)) throw new HubError('auth.second_factor_required')
    await next()
  }
}

/**
 * Rejects forms and scripts of other sites that change anything through a page, with or without a session: signing somebody out, or in with another
 * account, needs no valid one. Programs send neither header and pass.
 */
export function refuseOtherSites(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const isFromBrowser = c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined
    if (!isSafe(c.req.method) && isFromBrowser && !sameOrigin(c)) throw new HubError('auth.csrf')
    await next()
  }
}

async function authenticateByCookie(c: Context<Env>, hub: Hub): Promise<void> {
  const cookie = readSessionCookie(c)
  if (cookie === undefined || !fromOurPages(c)) return
  const session = await openSession(hub, cookie)
  if (!session) return
  if (!isSafe(c.req.method) && !sameOrigin(c)) throw new HubError('auth.csrf')
  if (session.mustSetUp) c.set('setUpOnly', session.actor)
  else c.set('actor', session.actor)
  c.set('sessionToken', cookie)
  c.set('sessionExpiresAt', session.expiresAt)
}

/**
 * Basic is accepted only where git and git-lfs call: a browser that had once been prompted would send it along with requests of any other site.
 * Unknown schemes are ignored, as if nothing had been sent.
 */
export function tokenOf(c: Context<Env>): string | null {
  if (storePath.test(c.req.path)) return null
  const [, scheme = '', value = ''] = /^(\w+)\s+(.+)$/.exec(c.req.header('authorization')?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return value.trim()
  if (scheme.toLowerCase() !== 'basic' || !takesBasic(c.req.path)) return null
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

/** False for requests from pages of other sites: even their reads must not use our cookie. */
function fromOurPages(c: Context<Env>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return isNavigation(c)
  return c.req.header('origin') === undefined || sameOrigin(c)
}

/** Following a link from another site is how users arrive, and it only reads. */
function isNavigation(c: Context<Env>): boolean {
  return isSafe(c.req.method) && c.req.header('sec-fetch-mode') === 'navigate'
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** What is not refused to a user without a required second factor: pages and their data, and how long the session lasts. */
function isForSetUp(c: Context<Env>): boolean {
  const { path } = c.req
  if (path === '/api/session') return true
  if (/^\/(?:api|lfs|xet|v1|hf-inference)\//.test(path)) return false
  return path.endsWith('.data') || c.req.header('accept')?.includes('text/html') === true
}

/** True when the browser vouches for it, or when a browser too old for that sends our own origin. */
function sameOrigin(c: Context<Env>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return c.req.header('origin') === new URL(c.var.origin).origin
}
