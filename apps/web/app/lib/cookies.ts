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

/** Builds the session cookie: inaccessible to scripts and restricted to this site (`SameSite=Lax`). */
export function sessionCookie(token: string, expiresAt: Date, isSecure: boolean): string {
  return `portolan_session=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${isSecure ? '; Secure' : ''}`
}

export function endedSessionCookie(isSecure: boolean): string {
  return `portolan_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? '; Secure' : ''}`
}
