import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Env } from '../env.ts'

export const sessionCookie = 'portolan_session'

/** Sets the same cookie as signing in (apps/web/app/lib/cookies.ts): inaccessible to scripts and to other sites. */
export function setSessionCookie(c: Context<Env>, token: string, expiresAt: Date): void {
  setCookie(c, sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.origin.startsWith('https:'),
    expires: expiresAt,
  })
}
