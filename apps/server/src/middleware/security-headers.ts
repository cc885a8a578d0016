import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** Headers for every response. Pages send their own content security policy with the nonce of their scripts; files are sandboxed. */
export function securityHeaders(): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    await next()
    const { headers } = c.res
    if (headers.has('x-hono-already-sent') || headers.has('content-security-policy')) return
    c.res.headers.set('Content-Security-Policy', isPage(headers) ? pagePolicy : dataPolicy)
  }
}

/** Fallback for a page without its own policy: nothing from other origins, nothing inline, no frames. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** JSON opened in a browser is inert text. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

function isPage(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
