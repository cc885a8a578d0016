import { isHubError } from '@portolan/contract'
import { BucketProblem, DatabaseProblem, localEngine, signUpState } from '@portolan/hub'
import { type RunningServer, startServer } from './compose.ts'
import { ConfigError, readConfig, type ServerConfig } from './config/settings.ts'
import { consoleLogger } from './console-logger.ts'
import { DataFolderProblem } from './data-lock.ts'
import { UpstreamsError } from './inference/own-upstreams.ts'
import type { OpenPages } from './pages/pages.ts'
import { RegistryError } from './registry/own-registry.ts'

/** For what has to be written at the end, beyond the time that requests have. */
const lastWordSeconds = 20

/** Runs a server as this process, with the settings of its environment, until a signal ends it. */
export async function runServer(openPages: OpenPages): Promise<void> {
  const config = configOrExit()
  const server = await startServer(config, { log: consoleLogger(), environment: process.env, pages: openPages }).catch((error: unknown) => {
    console.error(problemOf(error, config))
    process.exit(1)
  })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Asked twice: somebody is in a hurry. Nothing acknowledged is lost that way either.
      if (stopping) process.exit(1)
      stopping = true
      void stop(server, config)
    })
  }
  await greet(server, config)
}

async function stop(server: RunningServer, { stopSeconds }: ServerConfig): Promise<void> {
  await server.drain()
  // What does not end in its own time, such as a connection to a frozen database, does not keep the process.
  setTimeout(
    () => {
      console.error(`Not everything ended within ${stopSeconds + lastWordSeconds} seconds; stopping all the same.`)
      process.exit(1)
    },
    (stopSeconds + lastWordSeconds) * 1_000,
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
  console.log(`\nPortolan is at ${address}\nEverything it stores is in ${dataDir}\n`)
  const problem = localEngine(hub)?.unavailable ?? null
  if (engine && problem !== null) console.log(`Models do not run on this hub yet. ${problem}\n`)
  if ((await signUpState(hub)) === 'first') {
    console.log(`Nobody has an account yet: open ${address}/sign-up. The first account becomes the administrator.\n`)
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

/** What the operator can mend is said in words; anything else with its stack, for whoever mends us. */
function problemOf(error: unknown, { port }: ServerConfig): unknown {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with PORTOLAN_PORT.`
  const isTheirs = [DataFolderProblem, RegistryError, UpstreamsError, BucketProblem, DatabaseProblem].some((kind) => error instanceof kind)
  // What the system says of a port, a host or a database names it.
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isTheirs || isOfSystem || isHubError(error) ? (error as Error).message : error
}
