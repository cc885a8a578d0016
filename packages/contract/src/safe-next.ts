/**
 * Where to redirect after sign-in: an address on this hub, as it will appear in `Location`. Anything else becomes `/`, so that no link to the
 * sign-in page can redirect elsewhere. `/.//evil.example` and the like are resolved before they are checked.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next || next.length > 8_000 || !/^\/(?![/\\])[^\s\\]*$/.test(next)) return '/'
  const url = new URL(next, base)
  return url.origin === base ? `${url.pathname.replace(/^\/+/, '/')}${url.search}` : '/'
}

/** Like {@link safeNext}, plus a notice for the page to display. */
export function nextWithDone(next: string | null | undefined, done: string): string {
  const url = new URL(safeNext(next), base)
  url.searchParams.set('done', done)
  return `${url.pathname}${url.search}`
}

const base = 'http://hub.invalid'
