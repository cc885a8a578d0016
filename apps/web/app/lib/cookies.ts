import { sessionCookieName, sessionCookieNames } from '@portolan/contract'

/** Reads one cookie of a request. */
export function readCookie(request: Request, name: string): string | null {
  const found = request.headers
    .get('cookie')
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

/** Builds a cookie that lasts a year and is readable by scripts: for preferences, never for secrets. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** Builds the session cookie: inaccessible to scripts and restricted to this site (`SameSite=Lax`). @param origin the address of the hub */
export function sessionCookie(token: string, expiresAt: Date, origin: string): string {
  return `${sessionCookieName(origin)}=${token}; ${attributes(origin)}; Expires=${expiresAt.toUTCString()}`
}

/** Ends the session in the browser, under every name it may have. */
export function endedSessionCookies(origin: string): string[] {
  return sessionCookieNames(origin).map((name) => `${name}=; ${attributes(origin)}; Max-Age=0`)
}

function attributes(origin: string): string {
  return `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`
}

/** Builds the cookie of a sign-in that waits for its second step: only the browser that typed the password can go on. */
export function secondStepCookie(token: string, expiresAt: Date, isSecure: boolean): string {
  return `${secondStepName(isSecure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${isSecure ? '; Secure' : ''}`
}

export function endedSecondStepCookie(isSecure: boolean): string {
  return `${secondStepName(isSecure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? '; Secure' : ''}`
}

/** The `__Host-` prefix keeps other hosts below the same domain, such as a Space's, from setting this cookie. */
export function secondStepName(isSecure: boolean): string {
  return isSecure ? '__Host-portolan_second_step' : 'portolan_second_step'
}
