import { bootstrap, type Hub, type HubConfig, type Logger, openHub, useEmbeddingModel } from '@portolan/hub'
import type { ServerConfig } from './config/settings.ts'
import { hubConfig } from './hub-config.ts'

export interface ComposeOptions {
  readonly log: Logger
  /** Opens the hub. Tests give one with a database and a clock of their own. */
  readonly openHub?: (config: HubConfig, log: Logger) => Promise<Hub>
}

/**
 * Opens the hub that the settings describe, with the administrator that they ask for: what a server begins with, and all that the command line needs.
 * @throws {BucketProblem} when the bucket cannot be used
 */
export async function composeHub(config: ServerConfig, { log, openHub: open = openHub }: ComposeOptions): Promise<Hub> {
  await using stack = new AsyncDisposableStack()
  const hub = stack.use(await open(hubConfig(config), log))
  useEmbeddingModel(hub, config.embeddingModel)
  if (config.bootstrapUser !== null && config.bootstrapToken !== null) {
    await bootstrap(hub, { user: config.bootstrapUser, token: config.bootstrapToken })
  }
  stack.move()
  return hub
}
