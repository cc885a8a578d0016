import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** For every answer. Pages send a content security policy of their own, with the nonce of their scripts; files are sandboxed. */
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

/** Should a page forget its own: nothing from elsewhere, nothing inline, no frame. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** JSON opened in a browser is text and nothing more. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

function isPage(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
