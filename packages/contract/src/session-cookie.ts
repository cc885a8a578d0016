/** The name of the session cookie on a hub without TLS. */
export const plainSessionCookie = 'portolan_session'

/**
 * The name of the session cookie. Over https it begins with `__Host-`: browsers then accept it only from this very host, with `Secure` and for all
 * paths, so that no other host below the same domain (a Space's, for example) can set it.
 * @param origin the address of the hub
 */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? `__Host-${plainSessionCookie}` : plainSessionCookie
}

/** Every name that a browser may have a session under: all of them end when somebody signs out. */
export function sessionCookieNames(origin: string): string[] {
  return [...new Set([sessionCookieName(origin), plainSessionCookie])]
}
