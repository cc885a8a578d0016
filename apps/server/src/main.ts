import { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { BucketProblem, type Hub, LiveChannel, signUpState, localEngine, useTableReader } from '@portolan/hub'
import { openTableReader } from '@portolan/preview'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type ServerConfig } from './config/settings.ts'
import { consoleLogger } from './console-logger.ts'
import { lockDataFolder } from './data-lock.ts'
import { endSlowConnections } from './http/end-slow-connections.ts'
import { startHousekeeping } from './housekeeping.ts'
import { UpstreamsError } from './inference/own-upstreams.ts'
import { startInference } from './inference/start-inference.ts'
import { openEngine } from './open-engine.ts'
import { RegistryError, startOwnRegistry } from './registry/own-registry.ts'
import { LiveStreams } from './live/live-streams.ts'
import { loadPages } from './pages/load-pages.ts'
import { companySettings, companySignIn } from './sign-in/company-sign-in.ts'
import { startHub } from './start-hub.ts'
import { startWebhooks } from './start-webhooks.ts'

/** How long running requests may go on after the signal to stop. */
const graceMs = 10_000
/** How often connections are looked at for being slow. Milliseconds. */
const lookEveryMs = 5_000

// React's server renderer chooses its build by this when the pages are first imported: another value halves its speed.
process.env['NODE_ENV'] ??= 'production'

const config = configOrExit()
const log = consoleLogger()
const lock = lockOrExit(config)
const ownRegistry = await registryOrExit(config)
const hub = await hubOrExit(config)
const inference = await inferenceOrExit(hub, config)
const tables = openTableReader({
  memoryMb: config.previewMemoryMb,
  timeLimitSeconds: config.previewTimeoutSeconds,
  workers: config.previewWorkers,
  log,
})
useTableReader(hub, tables)
const stopHousekeeping = startHousekeeping(hub, config)
const stopWebhooks = startWebhooks(hub, { address: addressOf(config, config.port), reach: config.webhookReach })
const channel = await LiveChannel.open(hub)
const live = new LiveStreams(channel)
const companyConfig = companySettings(config)
const app = createApp(hub, {
  rateLimit: config.rateLimit,
  trustedProxies: config.trustedProxies,
  live,
  company: companyConfig && companySignIn(companyConfig, log),
  ...(await loadPages(hub)),
})
const server = serve(
  {
    fetch: app.fetch,
    port: config.port,
    hostname: config.host,
    serverOptions: {
      // Uploads may take hours; the headers of a request may not, which has to be said: Node takes the smaller of both.
      requestTimeout: 0,
      headersTimeout: Math.min(60, config.slowSeconds) * 1_000,
      connectionsCheckingInterval: lookEveryMs,
      keepAliveTimeout: 65_000,
    },
  },
  ({ port }) => void greet(config, port),
)
if (server instanceof Server) {
  server.maxConnections = config.maxConnections
  endSlowConnections(server, { bytes: 64 * 1024, milliseconds: config.slowSeconds * 1_000, everyMs: lookEveryMs })
}
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${config.port} is in use. Choose another with PORTOLAN_PORT.` : String(error))
  process.exit(1)
})

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Asked twice: somebody is in a hurry. Nothing acknowledged is lost that way either.
    if (stopping) process.exit(1)
    stopping = true
    void stop()
  })
}

/** Takes no new requests, lets running ones end, writes what is in memory. */
async function stop(): Promise<void> {
  live[Symbol.dispose]()
  const closed = new Promise((resolve) => server.close(resolve))
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  const grace = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(grace)
  await inference[Symbol.asyncDispose]()
  await stopWebhooks()
  await tables[Symbol.asyncDispose]()
  await stopHousekeeping()
  await ownRegistry[Symbol.asyncDispose]()
  await channel[Symbol.asyncDispose]()
  await hub.close()
  lock.release()
  process.exit(0)
}

async function greet(settings: ServerConfig, port: number): Promise<void> {
  const { dataDir, engine } = settings
  const address = addressOf(settings, port)
  console.log(`\nPortolan is at ${address}\nEverything it stores is in ${dataDir}\n`)
  const problem = localEngine(hub)?.unavailable ?? null
  if (engine && problem !== null) console.log(`Models do not run on this hub yet. ${problem}\n`)
  if ((await signUpState(hub)) === 'first') {
    console.log(`Nobody has an account yet: open ${address}/sign-up. The first account becomes the administrator.\n`)
  }
}

/** Where people find this hub. */
function addressOf({ host, publicUrl }: ServerConfig, port: number): string {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
  return publicUrl ?? `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

function configOrExit(): ServerConfig {
  try {
    return readConfig(process.env, process.cwd())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`The settings need a look:\n${error.message}`)
    process.exit(2)
  }
}

function lockOrExit({ dataDir }: ServerConfig): { release(): void } {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** A bucket that cannot be used is the operator's to mend: no stack. */
async function hubOrExit(settings: ServerConfig): Promise<Hub> {
  try {
    return await startHub(settings, log)
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Mistakes in the owner's libraries are shown without a stack: each line says where. */
async function registryOrExit({ registryDir }: ServerConfig): Promise<AsyncDisposable> {
  try {
    return await startOwnRegistry(registryDir, log)
  } catch (error) {
    const isExpected = error instanceof RegistryError || (error instanceof Error && 'code' in error)
    console.error(isExpected ? error.message : error)
    process.exit(1)
  }
}

/** As {@link registryOrExit}, for the owner's upstreams. */
async function inferenceOrExit(open: Hub, settings: ServerConfig): Promise<AsyncDisposable> {
  try {
    return await startInference(open, settings, process.env, () => openEngine(open, settings))
  } catch (error) {
    console.error(error instanceof UpstreamsError ? error.message : error)
    process.exit(1)
  }
}
