import { bootstrap, type Hub, type HubConfig, type Logger, openHub, setEmbeddingModel } from '@portolan/hub'
import type { ServerConfig } from './config/settings.ts'
import { hubConfig } from './hub-config.ts'

export interface ComposeOptions {
  readonly log: Logger
  /** Opens the hub. Tests pass a function that uses their own database and clock. */
  readonly openHub?: (config: HubConfig, log: Logger) => Promise<Hub>
}

/** The same settings without the administrator to create. */
export function withoutBootstrap(config: ServerConfig): ServerConfig {
  return { ...config, bootstrapUser: null, bootstrapToken: null }
}

/**
 * Opens the hub that the settings describe and bootstraps the administrator they name, if any. This is a server's first step and all the CLI needs.
 * @throws {BucketProblem} when the bucket cannot be used
 */
export async function composeHub(config: ServerConfig, { log, openHub: open = openHub }: ComposeOptions): Promise<Hub> {
  await using stack = new AsyncDisposableStack()
  const hub = stack.use(await open(hubConfig(config), log))
  setEmbeddingModel(hub, config.embeddingModel)
  if (config.bootstrapUser !== null && config.bootstrapToken !== null) {
    await bootstrap(hub, { user: config.bootstrapUser, token: config.bootstrapToken })
  }
  stack.move()
  return hub
}
