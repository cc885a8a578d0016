import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

const exposed = [
  'X-Repo-Commit',
  'X-Request-Id',
  'X-Error-Code',
  'X-Error-Message',
  'X-Total-Count',
  'ETag',
  'Link',
  'Accept-Ranges',
  'Content-Range',
  'Content-Length',
  'Content-Disposition',
  'X-Linked-Size',
  'X-Linked-ETag',
  'X-Xet-Hash',
  'Location',
  'Retry-After',
  'X-Inference-Provider',
].join(', ')

/**
 * Any page may call the API and read files, with a token or anonymously. Cookies are never accepted across origins:
 * `*` forbids them, and the actor middleware ignores them.
 */
export function cors(): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', exposed)
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Vary', 'Origin, Accept')
    if (c.req.method === 'OPTIONS') {
      return c.body(null, 204, {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        // OpenAI's client sends a dozen headers of its own; the wildcard does not cover Authorization.
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range, Accept, X-Request-Id, X-Xet-Session-Id, X-HF-Bill-To, *',
        'Access-Control-Max-Age': '86400',
      })
    }
    await next()
    return undefined
  }
}
