import { nextWithDone } from '@portolan/contract'
import { redirect, redirectDocument } from 'react-router'
import { endedSessionCookie, sessionCookie } from './cookies.ts'

export function signedIn(session: { token: string; expiresAt: Date }, origin: string, next: string, done: string): Response {
  const to = nextWithDone(next, done)
  // The OAuth consent page has its own Content-Security-Policy, which only takes effect with a full document load.
  const go = to.startsWith('/oauth/authorize?') ? redirectDocument : redirect
  return go(to, {
    headers: { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, origin.startsWith('https:')) },
  })
}

export function signedOut(origin: string): Response {
  return redirect('/', { headers: { 'Set-Cookie': endedSessionCookie(origin.startsWith('https:')) } })
}
