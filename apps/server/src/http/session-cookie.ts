import { plainSessionCookie, sessionCookieName } from '@portolan/contract'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../env.ts'

/** The session of the request. Over https, a cookie without `__Host-` does not count: any host below the same domain could have set it. */
export function readSessionCookie(c: Context<Env>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.origin))
}

/** Sets the same cookie as signing in (apps/web/app/lib/cookies.ts): inaccessible to scripts and to other sites. */
export function setSessionCookie(c: Context<Env>, token: string, expiresAt: Date): void {
  const name = sessionCookieName(c.var.origin)
  setCookie(c, name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.origin.startsWith('https:'),
    expires: expiresAt,
  })
  // Left by a version that used this name over https, or by the time before the hub had TLS.
  if (name !== plainSessionCookie && getCookie(c, plainSessionCookie) !== undefined)
    deleteCookie(c, plainSessionCookie, { path: '/', secure: true })
}
