import { bootstrap, type Hub, type Logger, openHub, useEmbeddingModel } from '@portolan/hub'
import { countsUnder, findLibrary } from '@portolan/snippets'
import type { ServerConfig } from './config/settings.ts'

/** Opens the hub that a configuration describes, and the administrator that it asks for. */
export async function startHub(config: ServerConfig, log: Logger): Promise<Hub> {
  const hub = await openHub(
    {
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      publicUrl: config.publicUrl,
      signUp: config.signUp,
      signUpsPerHour: config.signUpLimit,
      sessionMs: config.sessionHours * 3600 * 1000,
      inlineUploadBytes: config.inlineUploadMb * 1024 * 1024,
      maxFileBytes: config.maxFileGb * 1024 ** 3,
      countsAsDownload: (library, path) => countsUnder((library === null ? null : findLibrary(library))?.downloads ?? 'default', path),
    },
    log,
  )
  useEmbeddingModel(hub, config.embeddingModel)
  if (config.bootstrapUser !== null && config.bootstrapToken !== null) {
    await bootstrap(hub, { user: config.bootstrapUser, token: config.bootstrapToken })
  }
  return hub
}
