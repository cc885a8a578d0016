import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { hubContext } from './lib/hub-context.ts'

/** Renders the whole page before sending it, so the response has a known length: loaders return all their data before rendering starts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Set by the page of a Space that has its own origin: the origin the page may frame.
  const frame = headers.get('Portolan-Frame')
  headers.delete('Portolan-Frame')
  // Set by a page whose form redirects to another origin: browsers apply `form-action` to that redirect as well.
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
        headers.set('Content-Security-Policy', policy(nonce, load.get(hubContext).mediaSources, frame, formTarget))
        headers.set('Cache-Control', headers.get('Cache-Control') ?? 'private, no-cache')
        resolve(new Response(request.method === 'HEAD' ? null : html, { status: finalStatus, headers }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      // For style sheets that libraries add in the browser: goober, on which toasts are built, reads this name.
      bootstrapScriptContent: 'window.__nonce__=document.currentScript.nonce',
      // Above a size limit, React streams parts after the page and moves them into place with a script. The page must be readable without scripts.
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

/**
 * The Content-Security-Policy: scripts and style sheets only with this page's nonce, no styles in attributes, no plugins, no foreign frames; pictures and media from the hub, and where the
 * settings say that cards may load them from.
 */
function policy(nonce: string, media: readonly string[], frame: string | null, formTarget: string | null): string {
  const own = ["'self'", 'data:', 'blob:', ...media].join(' ')
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite's development server adds style sheets by itself.
    import.meta.env.DEV ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${own}`,
    `media-src ${own}`,
    `frame-src 'self'${frame === null ? '' : ` ${frame}`}`,
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${formTarget === null ? '' : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
