import { localEngine, signUpState } from '@portolan/hub'
import { type RunningServer, startServer } from './compose.ts'
import { ConfigError, readConfig, type ServerConfig } from './config/settings.ts'
import { consoleLogger } from './console-logger.ts'
import type { OpenPages } from './pages/pages.ts'
import { keepFilesPrivate } from './private-files.ts'
import { startupFault } from './startup-fault.ts'

/** Extra time for final writes at shutdown, on top of the time that requests get. */
const finalWriteSeconds = 20

/** Runs a server as this process, with the settings from its environment, until a signal stops it. */
export async function runServer(openPages: OpenPages): Promise<void> {
  keepFilesPrivate()
  const config = configOrExit()
  const server = await startServer(config, { log: consoleLogger(), environment: process.env, pages: openPages }).catch((error: unknown) => {
    console.error(startupFault(error, config) ?? error)
    process.exit(1)
  })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal means the operator is in a hurry: exit at once. Even so, nothing that was acknowledged is lost.
      if (stopping) process.exit(1)
      stopping = true
      void stop(server, config)
    })
  }
  await greet(server, config)
}

async function stop(server: RunningServer, { stopSeconds }: ServerConfig): Promise<void> {
  await server.drain()
  // Force the exit if something never finishes, such as a connection to a frozen database.
  setTimeout(
    () => {
      console.error(`Some work did not finish within ${stopSeconds + finalWriteSeconds} seconds; stopping anyway.`)
      process.exit(1)
    },
    (stopSeconds + finalWriteSeconds) * 1_000,
  ).unref()
  try {
    await server[Symbol.asyncDispose]()
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
  process.exit(0)
}

async function greet({ address, hub }: RunningServer, { dataDir, engine }: ServerConfig): Promise<void> {
  console.log(`\nPortolan is running at ${address}\nData folder: ${dataDir}\n`)
  const problem = localEngine(hub)?.unavailable ?? null
  if (engine && problem !== null) console.log(`The local engine is not available. ${problem}\n`)
  if ((await signUpState(hub)) === 'first') {
    console.log(`There are no accounts yet. Open ${address}/sign-up to create the first one, which becomes the administrator.\n`)
  }
}

function configOrExit(): ServerConfig {
  try {
    return readConfig(process.env, process.cwd())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`Invalid settings:\n${error.message}`)
    process.exit(2)
  }
}
