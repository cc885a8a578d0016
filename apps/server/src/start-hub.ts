import { bootstrap, type Hub, type Logger, openHub } from '@portolan/hub'
import type { ServerConfig } from './config/settings.ts'

/** Opens the hub that a configuration describes, and the administrator that it asks for. */
export async function startHub(config: ServerConfig, log: Logger): Promise<Hub> {
  const hub = await openHub(
    {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      publicUrl: config.publicUrl,
      signUp: config.signUp,
      inlineUploadBytes: config.inlineUploadMb * 1024 * 1024,
      maxFileBytes: config.maxFileGb * 1024 ** 3,
    },
    log,
  )
  if (config.bootstrapUser !== null && config.bootstrapToken !== null) {
    await bootstrap(hub, { user: config.bootstrapUser, token: config.bootstrapToken })
  }
  return hub
}
