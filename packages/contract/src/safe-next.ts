/**
 * Where somebody goes on to after signing in: an address of this hub, as it will stand in `Location`. Anything else is `/`, so that no link to the
 * sign-in page leads elsewhere. `/.//evil.example` and its like are resolved before they are looked at.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next || next.length > 8_000 || !/^\/(?![/\\])[^\s\\]*$/.test(next)) return '/'
  const url = new URL(next, base)
  return url.origin === base ? `${url.pathname.replace(/^\/+/, '/')}${url.search}` : '/'
}

/** As {@link safeNext}, with what the page there says has happened. */
export function nextWithDone(next: string | null | undefined, done: string): string {
  const url = new URL(safeNext(next), base)
  url.searchParams.set('done', done)
  return `${url.pathname}${url.search}`
}

const base = 'http://hub.invalid'
