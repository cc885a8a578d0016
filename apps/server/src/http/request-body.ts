import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { HubError } from '@portolan/contract'
import type { Context } from 'hono'

/** How much of a rejected body is still read, so that the client gets to read the response. */
const discardLimits = { bytes: 512 * 1024 * 1024, milliseconds: 15_000 }

/**
 * Passes the body of a request to `work` as Node received it, so large uploads bypass web streams. When `work` rejects
 * it, the rest is read and discarded, within limits: most clients read a response only after they have sent
 * everything, and would otherwise see a broken connection.
 */
export async function withBody<T>(c: Context, work: (body: Readable | AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (!(incoming instanceof Readable)) return work((c.req.raw.body ?? []) as AsyncIterable<Uint8Array>)
  try {
    return await work(incoming)
  } catch (error) {
    if (error instanceof HubError) await discard(incoming)
    throw bodyError(c, error)
  }
}

/** The error to throw when a body could not be read: a client that disconnects midway is not a server error worth investigating. */
export function bodyError(c: Context, error: unknown): unknown {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  const code = error instanceof Error && 'code' in error ? error.code : null
  const isBroken = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (!isBroken || !(incoming instanceof Readable) || !incoming.destroyed || incoming.readableEnded) return error
  return new HubError('body.invalid', { message: 'The connection broke before the request was complete' }, { cause: error })
}

function discard(incoming: Readable): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const stop = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', stop).off('close', stop).off('error', stop)
      incoming.pause()
      resolve()
    }
    const timer = setTimeout(stop, discardLimits.milliseconds)
    const onData = (chunk: Uint8Array) => {
      bytes += chunk.byteLength
      if (bytes > discardLimits.bytes) stop()
    }
    incoming.on('data', onData).on('end', stop).on('close', stop).on('error', stop)
    incoming.resume()
  })
}
