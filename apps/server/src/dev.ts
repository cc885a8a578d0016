import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { LiveChannel } from '@portolan/hub'
import { createApp } from './app.ts'
import { readConfig } from './config/settings.ts'
import { consoleLogger } from './console-logger.ts'
import { lockDataFolder } from './data-lock.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startInference } from './inference/start-inference.ts'
import { openEngine } from './open-engine.ts'
import { LiveStreams } from './live/live-streams.ts'
import { pageHandler } from './pages/page-handler.ts'
import { startOwnRegistry } from './registry/own-registry.ts'
import { startHub } from './start-hub.ts'

/*
 * `npm run dev`: the whole server with pages straight from their sources. A saved page shows at once; a change of the server needs a restart.
 * Runs with `--conditions=development`: React Router comes in two builds, and pages and server must load the same one.
 */
const config = readConfig(process.env, process.cwd())
const log = consoleLogger()
const lock = lockDataFolder(config.dataDir)
const ownRegistry = await startOwnRegistry(config.registryDir, log)
const hub = await startHub(config, log)
const inference = await startInference(hub, config, process.env, () => openEngine(hub, config))
const stopHousekeeping = startHousekeeping(hub, config)
const http = createServer()
const web = fileURLToPath(new URL('../../web/', import.meta.url))
const vite = await createVite({
  configFile: `${web}vite.config.ts`,
  root: web,
  server: { middlewareMode: true, hmr: { server: http } },
  appType: 'custom',
})
const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
const channel = await LiveChannel.open(hub)
const live = new LiveStreams(channel)
const listener = getRequestListener(createApp(hub, { live, pages: pageHandler(hub, build, 'development') }).fetch)
/** Addresses of the API and of files never mean a source file of the pages. */
const notPages = /^\/(?:api|lfs|avatars|v1|hf-inference)\/|\/(?:resolve|raw|info\/lfs)\//
http.on('request', (incoming, outgoing) => {
  if (notPages.test(incoming.url ?? '')) void listener(incoming, outgoing)
  else vite.middlewares(incoming, outgoing, () => void listener(incoming, outgoing))
})
http.listen(config.port, config.host, () => console.log(`\nPortolan, for development, is at http://localhost:${config.port}\n`))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  http.close()
  http.closeAllConnections()
  await vite.close()
  await inference[Symbol.asyncDispose]()
  await stopHousekeeping()
  live[Symbol.dispose]()
  await channel[Symbol.asyncDispose]()
  await ownRegistry[Symbol.asyncDispose]()
  await hub.close()
  lock.release()
  process.exit(0)
}
