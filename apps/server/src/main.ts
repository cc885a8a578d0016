import { serve, type ServerType } from '@hono/node-server'
import { signUpState } from '@portolan/hub'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type ServerConfig } from './config/settings.ts'
import { consoleLogger } from './console-logger.ts'
import { lockDataFolder } from './data-lock.ts'
import { startHousekeeping } from './housekeeping.ts'
import { loadPages } from './pages.ts'
import { startHub } from './start-hub.ts'

// React's server renderer picks its build by this, when it is first imported.
process.env['NODE_ENV'] ??= 'production'

const config = configOrExit()
const log = consoleLogger()
const lock = lockOrExit(config)
const hub = await startHub(config, log)
const stopHousekeeping = startHousekeeping(hub)
const address = `http://${config.host === '0.0.0.0' || config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`
const app = createApp(hub, { fallbackOrigin: address, rateLimit: config.rateLimit, pages: await loadPages(hub) })
const server: ServerType = serve(
  { fetch: app.fetch, port: config.port, hostname: config.host, serverOptions: { requestTimeout: 0, keepAliveTimeout: 65_000 } },
  () => {
    void greet()
  },
)
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${config.port} is in use. Choose another with PORTOLAN_PORT.` : String(error))
  process.exit(1)
})

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    void stop()
  })
}

/** Takes no new requests, lets running ones end (for ten seconds), writes what is in memory. */
async function stop(): Promise<void> {
  const grace = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 10_000)
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(grace)
  await stopHousekeeping()
  await hub.close()
  lock.release()
  process.exit(0)
}

async function greet(): Promise<void> {
  console.log(`\nPortolan is at ${config.publicUrl ?? address}\nEverything it stores is in ${config.dataDir}\n`)
  if ((await signUpState(hub)) === 'first') {
    console.log(`Nobody has an account yet: open ${config.publicUrl ?? address}/sign-up. The first account becomes the administrator.\n`)
  }
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
