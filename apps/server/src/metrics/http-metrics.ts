import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { EndedRequest, RequestObserver } from '../http/request-watch.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** In seconds. Uploads and clones take minutes, API responses milliseconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** What the bytes of a route belong to, by its template. The first that matches counts. */
const protocols = [
  ['git', /\/(?:git-(?:upload|receive)-pack|info\/refs)$/],
  ['lfs', /^\/lfs\/|\/info\/lfs\//],
  ['xet', /^\/xet\/|\/xet-(?:read|write)-token\//],
  ['files', /:how\{/],
  ['commits', /\/(?:commit|preupload)\//],
  ['inference', /^\/(?:v1|hf-inference)\//],
  ['api', /^\/(?:api|oauth)\//],
] as const

/** Durations and bytes of requests, by route. Labels are route templates, never addresses, so callers cannot increase their number. */
export class HttpMetrics implements RequestObserver {
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #seconds: Histogram<'method' | 'route'>
  readonly #inFlight: Gauge
  readonly #received: Counter<'route'>
  readonly #sent: Counter<'route'>
  readonly #transferred: Counter<'protocol' | 'direction'>

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
    this.#transferred = new Counter({
      name: 'portolan_transfer_bytes_total',
      help: 'Uploaded and downloaded bytes, including headers, by protocol: git, lfs, xet, files, commits, inference, api, other.',
      labelNames: ['protocol', 'direction'],
      registers,
    })
  }

  began(): void {
    this.#inFlight.inc()
  }

  ended({ method: given, route, status, isAborted, milliseconds, received, sent }: EndedRequest): void {
    const method = methods.has(given) ? given : 'other'
    this.#inFlight.dec()
    this.#requests.inc({ method, route, status: isAborted ? '499' : String(status) })
    this.#seconds.observe({ method, route }, milliseconds / 1000)
    this.#received.inc({ route }, received)
    this.#sent.inc({ route }, sent)
    const protocol = protocols.find(([, pattern]) => pattern.test(route))?.[0] ?? 'other'
    this.#transferred.inc({ protocol, direction: 'upload' }, received)
    this.#transferred.inc({ protocol, direction: 'download' }, sent)
  }
}
