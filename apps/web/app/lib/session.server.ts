import { nextWithDone, safeNext } from '@portolan/contract'
import { redirect, redirectDocument } from 'react-router'
import { endedSecondStepCookie, endedSessionCookies, readCookie, secondStepCookie, secondStepName, sessionCookie } from './cookies.ts'

export function signedIn(session: { token: string; expiresAt: Date }, origin: string, next: string, done: string): Response {
  const to = nextWithDone(next, done)
  // The OAuth consent page has its own Content-Security-Policy, which only takes effect with a full document load.
  const go = to.startsWith('/oauth/authorize?') ? redirectDocument : redirect
  const isSecure = origin.startsWith('https:')
  const headers = new Headers({ 'Set-Cookie': sessionCookie(session.token, session.expiresAt, origin) })
  headers.append('Set-Cookie', endedSecondStepCookie(isSecure))
  return go(to, { headers })
}

/** Leads to the second step of a sign-in. @param pending its secret, for this browser only */
export function toSecondStep(pending: { token: string; expiresAt: Date }, origin: string, next: string): Response {
  return redirect(`/sign-in/second-step?${new URLSearchParams({ next: safeNext(next) }).toString()}`, {
    headers: { 'Set-Cookie': secondStepCookie(pending.token, pending.expiresAt, origin.startsWith('https:')) },
  })
}

/** The secret of the sign-in that this browser began; `null` without one. */
export function pendingSignIn(request: Request, origin: string): string | null {
  return readCookie(request, secondStepName(origin.startsWith('https:')))
}

export function signedOut(origin: string, to = '/'): Response {
  return redirect(to, { headers: endedSessionCookies(origin).map((cookie): [string, string] => ['Set-Cookie', cookie]) })
}
