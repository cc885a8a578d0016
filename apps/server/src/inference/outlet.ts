import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Env } from '../env.ts'
import { nodeHeaders } from '../http/node-headers.ts'

/** The target of a response of unknown length: Node's own response instead of a web stream, so that each chunk is sent at once. */
export interface Outlet {
  /** Aborted when the caller disconnects before the end. */
  readonly signal: AbortSignal
  /** Writes the status and headers, including those set by middlewares; call it once. */
  open(status: 200, headers: Readonly<Record<string, string>>): Writable
  isOpen(): boolean
  /** The value for the route to return once everything is written. */
  response(): Response
  /** Stops watching for the caller to disconnect. */
  close(): void
}

export function outletOf(c: Context<Env>): Outlet {
  const aborter = new AbortController()
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing
  if (outgoing === undefined || !('req' in outgoing)) return inMemory(c, aborter.signal)
  const target = outgoing as ServerResponse
  const onClose = () => {
    if (!target.writableFinished) aborter.abort()
  }
  target.once('close', onClose)
  if (target.destroyed) aborter.abort()
  let isOpen = false
  return {
    signal: aborter.signal,
    open(status, headers) {
      isOpen = true
      target.writeHead(status, nodeHeaders(c.body(null, status, { ...headers }).headers))
      return target
    },
    isOpen: () => isOpen,
    response: () => RESPONSE_ALREADY_SENT,
    close: () => target.off('close', onClose),
  }
}

/** The case without a Node response, as in tests that call the app directly: buffers everything and returns it at the end. */
function inMemory(c: Context<Env>, signal: AbortSignal): Outlet {
  const pieces: Buffer[] = []
  let head: Response | null = null
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
  return {
    signal,
    open(status, headers) {
      head = c.body(null, status, { ...headers })
      return sink
    },
    isOpen: () => head !== null,
    response: () => new Response(Buffer.concat(pieces), head ?? {}),
    close() {},
  }
}
