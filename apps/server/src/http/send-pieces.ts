import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Logger } from '@portolan/hub'
import type { Context } from 'hono'
import { drained } from './drained.ts'
import { loggedPath } from './logged-path.ts'
import { nodeHeaders } from './node-headers.ts'

/**
 * Responds 200 with pieces that are computed while they are sent, no faster than the client reads them. When the client disconnects, or reads
 * nothing for two minutes, the work is aborted. An error before the first piece is thrown, so that it can still be reported with a status.
 */
export async function sendPieces(
  c: Context,
  headers: Readonly<Record<string, string>>,
  pieces: (signal: AbortSignal) => AsyncGenerator<Buffer>,
  log: Logger,
): Promise<Response> {
  const head = c.body(null, 200, headers)
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  const leaving = new AbortController()
  const source = pieces(leaving.signal)
  if (!(outgoing && 'req' in outgoing)) return withoutNode(head, source)
  const response = outgoing as ServerResponse
  const onClose = () => leaving.abort(new Error('The client disconnected'))
  response.once('close', onClose)
  if (response.destroyed) onClose()
  try {
    let next = await source.next()
    response.writeHead(200, nodeHeaders(head.headers))
    try {
      for (; next.done !== true; next = await source.next()) {
        leaving.signal.throwIfAborted()
        if (!response.write(next.value) && !(await drained(response))) return RESPONSE_ALREADY_SENT
      }
      response.end()
    } catch (error) {
      // The headers are already sent: breaking the connection is the only way left to signal that the rest is missing.
      response.destroy()
      if (!leaving.signal.aborted) log.error('could not send a response completely', { path: loggedPath(c.req.path), error })
    }
  } finally {
    response.off('close', onClose)
    await source.return(undefined)
  }
  return RESPONSE_ALREADY_SENT
}

/** The case without a Node response, as in tests that call the app directly. */
async function withoutNode(head: Response, source: AsyncGenerator<Buffer>): Promise<Response> {
  const first = await source.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (first.done !== true) yield first.value
    yield* source
  }
  return new Response(Readable.toWeb(Readable.from(all(), { objectMode: false })) as ReadableStream<Uint8Array>, {
    status: head.status,
    headers: head.headers,
  })
}
