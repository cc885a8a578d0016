import type { RequestListener, Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import {
  type Clock,
  encryptStored,
  flushDownloads,
  flushUsage,
  type Hub,
  keyringOf,
  LiveChannel,
  type LocalEngine,
  type Logger,
  requireReadableSecrets,
  Scheduler,
  setApiDescription,
  setServerReport,
  setTableReader,
} from '@portolan/hub'
import { openTableReader } from '@portolan/preview'
import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { openPlace } from './backup-place.ts'
import { addressOf } from './config/address-of.ts'
import { composeHub, type ComposeOptions } from './compose-hub.ts'
import type { ServerConfig } from './config/settings.ts'
import { lockDataFolder } from './data-lock.ts'
import type { Env } from './env.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { endSlowConnections } from './http/end-slow-connections.ts'
import { Health } from './http/health.ts'
import { RequestWatch } from './http/request-watch.ts'
import { closeServer, httpServer, listen, lookEveryMs } from './http/http-server.ts'
import { startInference } from './inference/start-inference.ts'
import { type LiveLimits, LiveStreams } from './live/live-streams.ts'
import { accessLog } from './log/access-log.ts'
import { logStatements } from './log/log-statements.ts'
import { withRequestIds } from './log/request-ids.ts'
import { openMetrics } from './metrics/metrics.ts'
import { openEngine } from './open-engine.ts'
import type { OpenPages } from './pages/pages.ts'
import { closeCommand, openEntries } from './private-files.ts'
import { startOwnRegistry } from './registry/own-registry.ts'
import { reportOf, versionOfHub } from './server-report.ts'
import { companySettings, companySignIn } from './sign-in/company-sign-in.ts'
import { startTraces } from './traces/start-traces.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import { apiDocument } from './openapi/api-document.ts'
import { openTransport } from './mail/open-transport.ts'
import { webhookJobs } from './webhook-jobs.ts'

/*
 * The one place where a server is assembled. `npm start` and `npm run dev` differ in the source of the pages; tests differ in the database, the
 * clock, and external services; the CLI opens only the hub (compose-hub.ts). Every setting takes effect from here.
 */

export interface StartOptions extends ComposeOptions {
  readonly pages: OpenPages
  /** The environment variables that the upstreams file takes its keys from. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The clock that jobs wait on; the system clock when absent. */
  readonly clock?: Clock
  readonly openEngine?: (hub: Hub, config: ServerConfig) => LocalEngine | null
  readonly live?: Partial<LiveLimits>
  /** How long running requests, and then running jobs, may continue after the stop signal, in milliseconds; defaults to the setting. */
  readonly graceMs?: number
}

/** A listening server. Disposing stops its parts in reverse order of start and waits, up to a limit, for running work. */
export interface RunningServer extends AsyncDisposable {
  /** The address users reach it at: the public address, or the one it listens on. */
  readonly address: string
  readonly port: number
  readonly http: Server
  readonly hub: Hub
  readonly app: Hono<Env>
  readonly live: LiveStreams
  readonly scheduler: Scheduler
  /** Reports that the server is about to stop, for as long as the settings allow load balancers to notice. */
  drain(): Promise<void>
  /** The port of the metrics, when they have their own. */
  readonly metricsPort: number | null
}

/**
 * Starts everything that the settings describe. If a part fails to start, the parts before it are stopped.
 * @throws {DataFolderProblem | RegistryError | UpstreamsError | BucketProblem} and the system's error for the port
 */
export async function startServer(config: ServerConfig, options: StartOptions): Promise<RunningServer> {
  const { environment, clock, graceMs = config.stopSeconds * 1_000 } = options
  const log = withRequestIds(options.log)
  await using stack = new AsyncDisposableStack()
  stack.use(lockDataFolder(config.dataDir))
  warnIfOpen(config.dataDir, log)
  stack.use(await startOwnRegistry(config.registryDir, log))
  const hub = stack.use(await composeHub(config, { ...options, log }))
  stack.use(logStatements(log, config, hub.db.location))
  await requireReadableSecrets(hub)
  const encrypted = await encryptStored(hub)
  if (encrypted > 0) log.info('encrypted secrets in the database', { values: encrypted, key: keyringOf(hub).currentId })
  // Flush the in-memory counters once nothing increments them anymore.
  stack.defer(async () => void (await flushDownloads(hub)))
  stack.defer(async () => void (await flushUsage(hub)))
  const inference = stack.use(await startInference(hub, config, environment, () => (options.openEngine ?? openEngine)(hub, config)))
  const tables = stack.use(
    openTableReader({
      memoryMb: config.previewMemoryMb,
      timeLimitSeconds: config.previewTimeoutSeconds,
      workers: config.previewWorkers,
      log,
    }),
  )
  setTableReader(hub, tables)
  const channel = stack.use(await LiveChannel.open(hub))
  const live = new LiveStreams(channel, options.live)
  const health = new Health(hub)
  const metrics = await openMetrics(config, { hub, live })
  if (metrics !== null) stack.use(metrics)
  const traces = await startTraces(config, environment, hub)
  if (traces !== null) stack.use(traces)
  metrics?.setTraces(traces)
  const requests = new RequestWatch(
    [metrics?.requests, traces?.requests, accessLog(log, config)].filter((each) => each !== null && each !== undefined),
  )
  const company = companySettings(config)
  const http = httpServer(config)
  const slow = endSlowConnections(http, { bytes: 64 * 1024, milliseconds: config.slowSeconds * 1_000 }, clock && (() => clock.now()))
  const pages = stack.use(await options.pages(hub, http))
  const app = createApp(hub, {
    rateLimit: config.rateLimit,
    fileRateLimit: config.fileRateLimit,
    trustedProxies: config.trustedProxies,
    hstsSeconds: config.hstsSeconds,
    live,
    requests,
    metrics,
    health,
    company: company && companySignIn(company, log),
    pages: pages.handler,
    assets: pages.assets,
  })
  const scheduler = stack.use(new Scheduler({ log, timeoutMs: graceMs, ...(clock === undefined ? {} : { clock }) }))
  const toApp = getRequestListener(app.fetch)
  const listener: RequestListener = (incoming, outgoing) => {
    requests.watch(incoming, outgoing)
    if (traces === null) void toApp(incoming, outgoing)
    else traces.within(outgoing, () => void toApp(incoming, outgoing))
  }
  http.on('request', pages.front === null ? listener : pages.front(listener))
  const port = await listen(http, config)
  stack.defer(() => closeServer(http, graceMs))
  // Close live streams before the other connections: they never end by themselves.
  stack.use(live)
  const address = addressOf(config, port)
  scheduler.add(
    ...housekeepingJobs(hub, { auditDays: config.auditDays, openBackups: () => openPlace(config.backupTo ?? '', config) }),
    ...webhookJobs(hub, { address, reach: config.webhookReach, graceMs }),
    ...mailJobs(hub, openTransport(config)),
    ...inference.jobs,
    ...channel.jobs,
    ...live.jobs,
    { name: 'close slow connections', everyMs: lookEveryMs, run: slow.look },
  )
  metrics?.setScheduler(scheduler)
  setApiDescription(hub, (origin) => apiDocument(app.routes, origin, versionOfHub()))
  setServerReport(hub, reportOf({ environment, health, scheduler }))
  scheduler.start()
  const drain = async () => {
    health.drain()
    await delay(config.drainSeconds * 1_000)
  }
  const started = stack.move()
  return {
    address,
    port,
    http,
    hub,
    app,
    live,
    scheduler,
    metricsPort: metrics?.port ?? null,
    drain,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Existing rights are the operator's choice, perhaps for a backup program: they are reported, not changed. */
function warnIfOpen(folder: string, log: Logger): void {
  const open = openEntries(folder)
  if (open.length > 0) log.warn('other users of this machine can open the data folder', { folder, open, close: closeCommand(folder) })
}
