import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Env } from '../env.ts'

/** A request whose answer was sent, or whose client left. */
export interface EndedRequest {
  readonly id: string
  readonly method: string
  /** The pattern of the route, never the requested path; `pages` for every page, `none` when nothing handled the request. */
  readonly route: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** The client disconnected before the answer was complete. */
  readonly isAborted: boolean
  /** From the request's first byte to the answer's last. */
  readonly milliseconds: number
  /** From the end of the request's body to the beginning of the answer. */
  readonly waitMs: number
  /** Bytes on the connection, headers included. */
  readonly received: number
  readonly sent: number
  /** The caller's account; `null` for anonymous callers. */
  readonly account: string | null
  readonly address: string | null
}

/** Learns of every request. */
export interface RequestObserver {
  began?(incoming: IncomingMessage, outgoing: ServerResponse): void
  ended(request: EndedRequest, outgoing: ServerResponse): void
}

interface Watched {
  readonly id: string
  readonly begin: number
  context: Context<Env> | null
  /** When the answer began. */
  answeredAt: number | null
  /** When the body was received completely. */
  receivedAt: number
}

/** Follows requests to the last byte of their answers, streams included, for the metrics and the access log. */
export class RequestWatch {
  readonly #observers: readonly RequestObserver[]
  readonly #watched = new WeakMap<ServerResponse, Watched>()
  /** The bytes that a connection had read when its last request ended. */
  readonly #readUntil = new WeakMap<Socket, number>()

  constructor(observers: readonly RequestObserver[]) {
    this.#observers = observers
  }

  /** Notes which route handles the request, and for whom. Must come before all other middleware. */
  get middleware(): MiddlewareHandler<Env> {
    return (c, next) => {
      // Absent without a connection, when the app is called directly.
      const outgoing = (c.env as Env['Bindings'] | undefined)?.outgoing as ServerResponse | undefined
      const watched = outgoing && this.#watched.get(outgoing)
      // The route is read at the end: files are sent before the middleware gets its turn again.
      if (watched) watched.context = c
      return next()
    }
  }

  /** Follows a request to its end. Called before anything handles it. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#observers.length === 0) return
    const begin = performance.now()
    const watched: Watched = { id: randomUUID(), begin, context: null, answeredAt: null, receivedAt: begin }
    const { socket } = incoming
    // The socket may have read part of a request before the request event: everything since the end of the previous request belongs to it.
    const readBefore = this.#readUntil.get(socket) ?? 0
    const writtenBefore = socket.bytesWritten
    this.#watched.set(outgoing, watched)
    incoming.once('end', () => (watched.receivedAt = performance.now()))
    noteBegin(outgoing, () => (watched.answeredAt ??= performance.now()))
    for (const observer of this.#observers) observer.began?.(incoming, outgoing)
    outgoing.once('close', () => {
      const request = endedRequest(incoming, outgoing, watched, {
        received: Math.max(0, socket.bytesRead - readBefore),
        sent: Math.max(0, socket.bytesWritten - writtenBefore),
      })
      this.#readUntil.set(socket, socket.bytesRead)
      for (const observer of this.#observers) observer.ended(request, outgoing)
    })
  }
}

function noteBegin(outgoing: ServerResponse, note: () => void): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...words: unknown[]) => ServerResponse
  outgoing.writeHead = ((...words: unknown[]) => {
    note()
    return writeHead(...words)
  }) as typeof outgoing.writeHead
}

function endedRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { id, begin, context, answeredAt, receivedAt }: Watched,
  bytes: { readonly received: number; readonly sent: number },
): EndedRequest {
  const now = performance.now()
  const { actor, address, requestId } = (context?.var ?? {}) as Partial<Env['Variables']>
  return {
    id: requestId ?? id,
    method: incoming.method ?? '',
    route: context === null ? 'none' : routeOf(context),
    path: pathOf(incoming.url ?? ''),
    status: outgoing.statusCode,
    isAborted: !outgoing.writableFinished,
    milliseconds: now - begin,
    waitMs: Math.max(0, (answeredAt ?? now) - receivedAt),
    ...bytes,
    account: actor?.kind === 'user' ? actor.name : null,
    address: address ?? incoming.socket.remoteAddress ?? null,
  }
}

function routeOf(context: Context<Env>): string {
  const route = routePath(context)
  return route === '/*' || route === '*' ? 'pages' : route
}

function pathOf(url: string): string {
  // A proxy request names the whole address, perhaps with credentials.
  const path = url.startsWith('/') ? url : URL.canParse(url) ? new URL(url).pathname : ''
  return path.split(/[?#]/, 1)[0] ?? ''
}
