import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/**
 * Headers for every response. Pages send their own content security policy with the nonce of their scripts; files are sandboxed.
 * @param options.publicUrl browsers are told to use https only when it is https
 * @param options.hstsSeconds for how long; 0 for not at all
 */
export function securityHeaders({ publicUrl, hstsSeconds }: { publicUrl: string | null; hstsSeconds: number }): MiddlewareHandler<Env> {
  const isSecure = publicUrl?.startsWith('https:') === true && hstsSeconds > 0
  return async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    // For this host only: what other hosts of the domain serve is not for the hub to decide.
    if (isSecure) c.header('Strict-Transport-Security', `max-age=${hstsSeconds}`)
    await next()
    const { headers } = c.res
    if (headers.has('x-hono-already-sent')) return
    if (isPage(headers)) {
      headers.set('Permissions-Policy', permissions)
      headers.set('Cross-Origin-Opener-Policy', isSignIn(c.req.path) ? 'unsafe-none' : 'same-origin')
      headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    }
    // What says nothing itself may depend on who asks: without a word, a cache may keep it for others.
    if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-cache')
    if (!headers.has('content-security-policy')) headers.set('Content-Security-Policy', isHtml(headers) ? pagePolicy : dataPolicy)
  }
}

/** Fallback for a page without its own policy: nothing from other origins, nothing inline, no frames. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** JSON opened in a browser is inert text. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const refused =
  'accelerometer browsing-topics camera display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts magnetometer midi payment screen-wake-lock serial usb xr-spatial-tracking'.split(
    ' ',
  )

/**
 * What pages may ask the browser for: the microphone for the widget of audio models, passkeys, and nothing else that asks the user. Features that are
 * not listed have the browser's default: Spaces in frames may use the whole screen and write to the clipboard.
 */
const permissions = [
  'microphone=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...refused.map((feature) => `${feature}=()`),
].join(', ')

/**
 * Other applications may open these pages in a window of their own and wait for it to come back: with a policy, the two would lose each other for
 * good, also after the way back.
 */
function isSignIn(path: string): boolean {
  return /^\/(?:oauth\/|sign-in(?:[/.]|$)|sign-up(?:[/.]|$))/.test(path)
}

/** A page of the hub itself: files and Spaces are sandboxed. */
function isPage(headers: Headers): boolean {
  return isHtml(headers) && headers.get('content-security-policy')?.includes('sandbox') !== true
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
