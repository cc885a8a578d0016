import { timingSafeEqual, createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { HubError } from '@portolan/contract'
import type { Hub, Scheduler } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ServerConfig } from '../config/settings.ts'
import type { Env } from '../env.ts'
import { listen } from '../http/http-server.ts'
import type { RequestObserver } from '../http/request-watch.ts'
import type { LiveStreams } from '../live/live-streams.ts'
import { HttpMetrics } from './http-metrics.ts'
import { hubMetrics } from './hub-metrics.ts'
import { machineMetrics } from './machine-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'

/** The Prometheus metrics of this process. */
export interface Metrics {
  readonly requests: RequestObserver
  /** Serves `/metrics` on the hub's port to callers with the token; `null` when no token is set. */
  readonly routes: Hono<Env> | null
  /** Passes in the scheduler once it exists, since it starts last. */
  setTraces(traces: { readonly dropped: number } | null): void
  setScheduler(scheduler: Scheduler): void
}

/** Opens the metrics and, if configured, their own port. `null` when nobody could read them. */
export async function openMetrics(
  config: Pick<ServerConfig, 'metricsToken' | 'metricsPort' | 'host'>,
  { hub, live }: { readonly hub: Hub; readonly live: LiveStreams },
): Promise<(Metrics & AsyncDisposable & { readonly port: number | null }) | null> {
  const { metricsToken: token, metricsPort, host } = config
  if (token === null && metricsPort === null) return null
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Sums of metrics that have the parts, with the ending of counters, which they are not.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const http = new HttpMetrics(registry)
  let scheduler: Scheduler | null = null
  let traces: { readonly dropped: number } | null = null
  hubMetrics(registry, { hub, live, scheduler: () => scheduler, droppedSpans: () => traces?.dropped ?? null })
  machineMetrics(registry, hub)
  const pools = poolMetrics(registry, hub.db.location)
  const server = metricsPort === null ? null : portOf(registry)
  const port = server === null ? null : await listen(server, { host, port: metricsPort ?? 0 })
  return {
    port,
    requests: http,
    routes: token === null ? null : new Hono<Env>().get('/metrics', async (c) => answer(c, registry, token)),
    setTraces: (started) => (traces = started),
    setScheduler: (started) => (scheduler = started),
    async [Symbol.asyncDispose]() {
      pools[Symbol.dispose]()
      registry.clear()
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())))
    },
  }
}

async function answer(c: Context<Env>, registry: Registry, token: string): Promise<Response> {
  const [, given = ''] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  // Respond as for any address that does not exist for the caller.
  if (!isSame(given, token)) throw new HubError('route.not_found')
  return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}

/** A server that serves only `/metrics`, for a port that only the monitoring system can reach. */
function portOf(registry: Registry): Server {
  return createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    if (incoming.url !== '/metrics' || incoming.method !== 'GET') {
      outgoing.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only GET /metrics is available here.\n')
      return
    }
    registry.metrics().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => outgoing.writeHead(503, { 'Content-Type': 'text/plain' }).end(`${String(error)}\n`),
    )
  })
}
