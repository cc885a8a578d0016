import { holdBallast, localEngine, signUpState } from '@portolan/hub'
import { type RunningServer, startServer } from './compose.ts'
import { ConfigError, readConfig, type ServerConfig } from './config/settings.ts'
import { openServerLog, type ServerLog } from './log/server-log.ts'
import type { OpenPages } from './pages/pages.ts'
import { keepFilesPrivate } from './private-files.ts'
import { startupFault } from './startup-fault.ts'

/** Extra time for final writes at shutdown, on top of the time that requests get. */
const finalWriteSeconds = 20

/** Runs a server as this process, with the settings from its environment, until a signal stops it. */
export async function runServer(openPages: OpenPages): Promise<void> {
  keepFilesPrivate()
  const config = configOrExit()
  const log = openServerLog(config)
  logProcessFaults(log)
  const server = await startServer(config, { log, environment: process.env, pages: openPages }).catch((error: unknown) => {
    console.error(startupFault(error, config) ?? error)
    process.exit(1)
  })
  void holdBallast(config.dataDir, config.diskReserveMb * 1024 ** 2).catch(() => {})
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal means the operator is in a hurry: exit at once. Even so, nothing that was acknowledged is lost.
      if (stopping) process.exit(1)
      stopping = true
      void stop(server, config, log)
    })
  }
  await greet(server, config)
}

/** Faults that end the process, and Node's own warnings, are entries of the log like any others. */
function logProcessFaults(log: ServerLog): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => log.error('the process ends because of an unforeseen error', { origin, error }))
  // Node's own listener prints to the terminal.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn('a warning of Node', { error: warning }))
  process.on('exit', () => log.flush())
}

async function stop(server: RunningServer, { stopSeconds }: ServerConfig, log: ServerLog): Promise<void> {
  await server.drain()
  // Force the exit if something never finishes, such as a connection to a frozen database.
  setTimeout(
    () => {
      log.error('some work did not finish in time; stopping anyway', { seconds: stopSeconds + finalWriteSeconds })
      process.exit(1)
    },
    (stopSeconds + finalWriteSeconds) * 1_000,
  ).unref()
  try {
    await server[Symbol.asyncDispose]()
  } catch (error) {
    log.error('could not stop properly', { error })
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
