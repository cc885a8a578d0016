import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Env } from '../env.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** In seconds. Uploads and clones take minutes, API responses milliseconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

interface Watched {
  readonly begin: number
  route: string
}

/** Durations and bytes of requests, by route. Labels are route templates, never addresses, so callers cannot increase their number. */
export class HttpMetrics {
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #seconds: Histogram<'method' | 'route'>
  readonly #inFlight: Gauge
  readonly #received: Counter<'route'>
  readonly #sent: Counter<'route'>
  readonly #watched = new WeakMap<ServerResponse, Watched>()
  /** The bytes that a connection had read when its last request ended. */
  readonly #readUntil = new WeakMap<Socket, number>()

  constructor(registry: Registry) {
    const registers = [registry]
    this.#requests = new Counter({
      name: 'portolan_http_requests_total',
      help: 'Completed requests, by method, route, and status; status 499 means that the client disconnected first.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'portolan_http_request_duration_seconds',
      help: 'From the first byte of a request to the last byte of its answer.',
      labelNames: ['method', 'route'],
      buckets,
      registers,
    })
    this.#inFlight = new Gauge({ name: 'portolan_http_requests_in_flight', help: 'Requests in progress.', registers })
    this.#received = new Counter({
      name: 'portolan_http_received_bytes_total',
      help: 'Bytes received from clients, including headers.',
      labelNames: ['route'],
      registers,
    })
    this.#sent = new Counter({
      name: 'portolan_http_sent_bytes_total',
      help: 'Bytes sent to clients, including headers.',
      labelNames: ['route'],
      registers,
    })
  }

  /** Records the route that handles the request. Must come before all other middleware. */
  get middleware(): MiddlewareHandler<Env> {
    return async (c, next) => {
      await next()
      // Absent without a connection, when the app is called directly.
      const outgoing = (c.env as Env['Bindings'] | undefined)?.outgoing as ServerResponse | undefined
      const watched = outgoing && this.#watched.get(outgoing)
      if (watched) watched.route = routePath(c)
    }
  }

  /** Follows a request to its end. Called before anything handles it. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const watched: Watched = { begin: performance.now(), route: 'none' }
    const { socket } = incoming
    // The socket may have read part of a request before the request event: everything since the end of the previous request belongs to it.
    const readBefore = this.#readUntil.get(socket) ?? 0
    const writtenBefore = socket.bytesWritten
    this.#watched.set(outgoing, watched)
    this.#inFlight.inc()
    outgoing.once('close', () => {
      const route = watched.route === '/*' || watched.route === '*' ? 'pages' : watched.route
      const method = methods.has(incoming.method ?? '') ? (incoming.method ?? '') : 'other'
      this.#inFlight.dec()
      this.#requests.inc({ method, route, status: outgoing.writableFinished ? String(outgoing.statusCode) : '499' })
      this.#seconds.observe({ method, route }, (performance.now() - watched.begin) / 1000)
      this.#received.inc({ route }, Math.max(0, socket.bytesRead - readBefore))
      this.#sent.inc({ route }, Math.max(0, socket.bytesWritten - writtenBefore))
      this.#readUntil.set(socket, socket.bytesRead)
    })
  }
}
