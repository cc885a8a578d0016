import { brotliCompress, constants, gzip, zstdCompress, type InputType } from 'node:zlib'
import { promisify } from 'node:util'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { acceptedEncodings } from '../http/accepted-encodings.ts'

const minBytes = 1024
const compressible = /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg)/
/** In order of preference. */
const encoders: Record<string, (body: InputType) => Promise<Buffer>> = {
  zstd: (body) => promisify(zstdCompress)(body),
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => promisify(gzip)(body, { level: 4 }),
}

/**
 * Compresses complete responses in one call: a single zlib call costs a tenth of a compression stream. Only for pages and JSON: downloads and
 * large-file routes must keep their length and their ranges.
 */
export function compress(): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const { res } = c
    const type = res.headers.get('content-type') ?? ''
    if (!res.body || res.headers.has('content-encoding') || c.req.method === 'HEAD' || !compressible.test(type)) return
    res.headers.append('Vary', 'Accept-Encoding')
    const accepted = acceptedEncodings(c.req.header('accept-encoding'))
    const encoding = Object.keys(encoders).find((name) => accepted.has(name))
    const encoder = encoding === undefined ? undefined : encoders[encoding]
    if (encoding === undefined || encoder === undefined) return
    const body = Buffer.from(await res.arrayBuffer())
    if (body.length < minBytes) {
      c.res = new Response(body, res)
      return
    }
    const packed = await encoder(body)
    c.res = new Response(new Uint8Array(packed), res)
    c.res.headers.set('Content-Encoding', encoding)
    c.res.headers.set('Content-Length', String(packed.length))
  }
}
