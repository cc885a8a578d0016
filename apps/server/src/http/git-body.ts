import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { HubError } from '@portolan/contract'
import type { Context } from 'hono'
import { withBody } from './request-body.ts'

/**
 * Gives the body of a request of git to `work`, unpacked: git sends long lists with `Content-Encoding: gzip`.
 * @param maxBytes of the body as `work` gets it, whatever it was packed to
 * @throws {HubError} `body.too_large`, `body.invalid` for another encoding or damaged gzip; whatever `work` throws
 */
export async function withGitBody<T>(c: Context, maxBytes: number, work: (body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new HubError('body.invalid', { message: `A body in the encoding ${JSON.stringify(encoding.slice(0, 40))} is not understood` })
  }
  return withBody(c, (body) => work(atMost(encoding === 'identity' ? body : unzipped(body), maxBytes)))
}

async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // A stream of its own around the body: it is destroyed with the unpacking, the connection is not.
  const packed = Readable.from(pieces(body))
  pipeline(packed, gunzip, () => {})
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new HubError('body.invalid', { message: 'The body is no gzip stream' }, { cause: error })
  } finally {
    gunzip.destroy()
    packed.destroy()
  }
}

/** The pieces of a body, without ending it when the reader stops: what is left is for whoever answers. */
async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body
  for await (const piece of source as AsyncIterable<Uint8Array>) yield piece
}

async function* atMost(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces(body)) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw new HubError('body.too_large', { message: `The body is over ${maxBytes} bytes` })
    yield piece
  }
}
