import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hub, type HubConfig, type LocalEngine, type Logger, type Machine, silentLogger } from '@portolan/hub'
import { type databases, openTestHub, testEpoch, type TestHub, VirtualClock } from '@portolan/hub/testing'
import { type RunningServer, startServer } from '../compose.ts'
import { readConfig, type ServerConfig } from '../config/settings.ts'
import type { LiveLimits } from '../live/live-streams.ts'
import { noPages, type OpenPages } from '../pages/pages.ts'

export interface TestServerOptions {
  readonly database?: (typeof databases)[number]
  /** In the format of the environment: `{ PORTOLAN_RATE_LIMIT: '2' }`. */
  readonly settings?: Readonly<Record<`PORTOLAN_${string}`, string>>
  /** Values that no setting can express: bytes instead of gigabytes. */
  readonly config?: Partial<HubConfig>
  readonly live?: Partial<LiveLimits>
  /** Agrees with the clock of the hub when absent. */
  readonly machine?: Machine
  /** Where the server logs to; nowhere when absent. */
  readonly log?: Logger
  readonly pages?: OpenPages
  readonly openEngine?: (hub: Hub, config: ServerConfig) => LocalEngine | null
}

/** A server created by `startServer`, with its own database, folder, and clock. */
export interface RunningTestServer extends RunningServer {
  readonly hub: TestHub
  /** Advances the clock of the hub and its jobs, running the jobs that come due. Milliseconds. */
  advance(ms: number): Promise<void>
}

export async function startTestServer(options: TestServerOptions = {}): Promise<RunningTestServer> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-test-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const clock = new VirtualClock(testEpoch.getTime())
  const opened = Promise.withResolvers<TestHub>()
  const environment = {
    PORTOLAN_PORT: '0',
    PORTOLAN_DATA_DIR: dataDir,
    PORTOLAN_RATE_LIMIT: '0',
    PORTOLAN_FILE_RATE_LIMIT: '0',
    PORTOLAN_ENGINE: 'off',
    ...options.settings,
  }
  const server = stack.use(
    await startServer(readConfig(environment, dataDir), {
      log: options.log ?? silentLogger,
      environment,
      clock,
      // Tests leave connections open, and they wait for their own work themselves.
      graceMs: 0,
      pages: options.pages ?? noPages,
      ...(options.live === undefined ? {} : { live: options.live }),
      ...(options.openEngine === undefined ? {} : { openEngine: options.openEngine }),
      openHub: async (config, log) => {
        const hub = await openTestHub({
          database: options.database,
          clock,
          log,
          config: { ...config, ...options.config },
          ...(options.machine === undefined ? {} : { machine: options.machine }),
        })
        opened.resolve(hub)
        return hub
      },
    }),
  )
  const hub = await opened.promise
  const started = stack.move()
  return {
    ...server,
    hub,
    advance: (ms) => clock.advance(ms, () => server.scheduler.idle()),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
