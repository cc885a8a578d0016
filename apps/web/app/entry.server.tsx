import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Loaders have all their data before a page renders: it is rendered whole and sent with its length. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Of a Space with an origin of its own: what the page may show in a frame.
  const frame = headers.get('Portolan-Frame')
  headers.delete('Portolan-Frame')
  // Of a page whose form leads elsewhere: browsers hold the redirect after a form to this, too.
  const formTarget = headers.get('Portolan-Form-Target')
  headers.delete('Portolan-Form-Target')
  return new Promise((resolve, reject) => {
    let html = ''
    let finalStatus = status
    const nonce = crypto.randomUUID()
    const sink = new Writable({
      decodeStrings: false,
      write(chunk: string | Buffer, _encoding, done) {
        html += typeof chunk === 'string' ? chunk : chunk.toString('utf8')
        done()
      },
      final(done) {
        headers.set('Content-Security-Policy', policy(nonce, frame, formTarget))
        headers.set('Cache-Control', headers.get('Cache-Control') ?? 'private, no-cache')
        resolve(new Response(request.method === 'HEAD' ? null : html, { status: finalStatus, headers }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      // Beyond a size React would send parts behind the page and move them into place by script: what is there shall be read without one.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => {
        pipe(sink)
      },
      onShellError: reject,
      onError(error) {
        finalStatus = 500
        // oxlint-disable-next-line no-console -- a page that cannot render is a bug, and this is the only place that knows
        console.error(error)
      },
    })
  })
}

/** Scripts only with this page's nonce; no plug-ins, no foreign frames; pictures and media from anywhere, as cards link them. */
function policy(nonce: string, frame: string | null, formTarget: string | null): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' data: blob: https: http:",
    `frame-src 'self'${frame === null ? '' : ` ${frame}`}`,
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${formTarget === null ? '' : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
