import { redirect, redirectDocument } from 'react-router'
import { endedSessionCookie, sessionCookie } from './cookies.ts'

/** Only paths of this hub: an address from elsewhere could lead people off after signing in. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : '/'
}

export function signedIn(session: { token: string; expiresAt: Date }, origin: string, next: string, done: string): Response {
  const url = new URL(safeNext(next), origin)
  url.searchParams.set('done', done)
  // The page that asks for an application has a policy of its own, which only comes with a whole document.
  const go = url.pathname === '/oauth/authorize' ? redirectDocument : redirect
  return go(`${url.pathname}${url.search}`, {
    headers: { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, origin.startsWith('https:')) },
  })
}

export function signedOut(origin: string): Response {
  return redirect('/', { headers: { 'Set-Cookie': endedSessionCookie(origin.startsWith('https:')) } })
}
