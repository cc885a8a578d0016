import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { HubError } from '@portolan/contract'
import { GitProtocolError } from '@portolan/git'
import type { Context } from 'hono'
import { withBody } from './request-body.ts'

/**
 * Passes the body of a git request to `work`, decompressed: git sends long lists with `Content-Encoding: gzip`.
 * @param maxBytes limit for the decompressed body that `work` receives
 * @throws {HubError} `body.too_large`, `body.invalid` for another encoding or damaged gzip; anything `work` throws
 */
export async function withGitBody<T>(c: Context, maxBytes: number, work: (body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new HubError('body.invalid', { message: `The content encoding ${JSON.stringify(encoding.slice(0, 40))} is not supported` })
  }
  return withBody(c, async (body) => {
    const bounded = atMost(encoding === 'identity' ? body : unzipped(body), maxBytes)
    try {
      return await work(bounded)
    } catch (error) {
      // Convert it to a HubError: the rest of the body is then read, so the client gets to see the response.
      throw error instanceof GitProtocolError ? new HubError('git.protocol', { message: error.message }, { cause: error }) : error
    } finally {
      // If `work` stopped midway, release the body; not awaited, since a read may still be pending.
      void bounded.return(undefined)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
}

async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const packed = body instanceof Readable ? body : Readable.from(body)
  const broken = () => {
    if (!packed.readableEnded)
      gunzip.destroy(new HubError('body.invalid', { message: 'The connection broke before the body was complete' }))
  }
  packed.once('error', broken).once('close', broken)
  packed.pipe(gunzip)
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new HubError('body.invalid', { message: 'The body is not a valid gzip stream' }, { cause: error })
  } finally {
    // Keep the connection open: the code that sends the response handles the rest of the body.
    packed.off('error', broken).off('close', broken).unpipe(gunzip)
    gunzip.destroy()
  }
}

/** The chunks of a body, without destroying it when the reader stops: the code that sends the response handles the rest. */
async function* pieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body
  for await (const piece of source as AsyncIterable<Uint8Array>) yield piece
}

async function* atMost(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces(body)) {
    bytes += piece.byteLength
    if (bytes > maxBytes) throw new HubError('body.too_large', { message: `The body exceeds ${maxBytes} bytes` })
    yield piece
  }
}

/** Passes the bytes through. @throws {HubError} `git.protocol` when they have not all arrived within the time limit */
export async function* inTime(body: AsyncIterable<Uint8Array>, milliseconds: number): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(late.resolve, milliseconds, 'late')
  try {
    for (;;) {
      const next = source.next()
      // After a timeout this read may still fail with nobody awaiting it.
      next.catch(() => {})
      const first = await Promise.race([next, late.promise])
      if (first === 'late') throw new HubError('git.protocol', { message: 'The request did not arrive in time' })
      if (first.done === true) return
      yield first.value
    }
  } finally {
    clearTimeout(timer)
    void source.return?.(undefined)
  }
}

/**
 * Passes the bytes through and enforces a minimum rate: a push may take hours, but it must make progress.
 * @param pace at least this many bytes in each period of this many milliseconds, until the end
 * @throws {HubError} `git.protocol` when fewer bytes arrived
 */
export async function* withMinimumRate(
  body: AsyncIterable<Uint8Array>,
  pace: { bytes: number; milliseconds: number },
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let left = pace.milliseconds
  let received = 0
  try {
    for (;;) {
      const next = source.next()
      next.catch(() => {})
      const late = Promise.withResolvers<'late'>()
      const askedAt = performance.now()
      // Counts only while the client is waited for: our own processing may take as long as it wants.
      timer = setTimeout(late.resolve, Math.max(1, left), 'late')
      const first = await Promise.race([next, late.promise])
      if (first === 'late') throw new HubError('git.protocol', { message: 'The push is too slow: too little data arrived for too long' })
      clearTimeout(timer)
      if (first.done === true) return
      left -= performance.now() - askedAt
      received += first.value.byteLength
      if (received >= pace.bytes) {
        left = pace.milliseconds
        received = 0
      }
      yield first.value
    }
  } finally {
    clearTimeout(timer)
    void source.return?.(undefined)
  }
}
