import { bootstrap, type Hub, type HubConfig, type Logger, openHub, type S3Config, useEmbeddingModel } from '@portolan/hub'
import { countsUnder, findLibrary } from '@portolan/snippets'
import type { ServerConfig } from './config/settings.ts'

/** Opens the hub that a configuration describes, and the administrator that it asks for. */
export async function startHub(config: ServerConfig, log: Logger): Promise<Hub> {
  const hub = await openHub(hubConfig(config), log)
  useEmbeddingModel(hub, config.embeddingModel)
  if (config.bootstrapUser !== null && config.bootstrapToken !== null) {
    await bootstrap(hub, { user: config.bootstrapUser, token: config.bootstrapToken })
  }
  return hub
}

/** What the settings mean to the hub. */
export function hubConfig(config: ServerConfig): HubConfig {
  return {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    s3: s3Config(config),
    cloneCacheBytes: config.cloneCacheMb * 1024 ** 2,
    collectorGraceMs: config.gcGraceDays * 86_400_000,
    collectorEveryMs: config.gcHours * 3_600_000,
    publicUrl: config.publicUrl,
    signUp: config.signUp,
    signUpsPerHour: config.signUpLimit,
    companyLabel: config.oidcIssuer === null ? null : config.oidcLabel,
    passwordSignIn: config.passwordSignIn,
    sessionMs: config.sessionHours * 3600 * 1000,
    xet: config.xet,
    inlineUploadBytes: config.inlineUploadMb * 1024 * 1024,
    userQuotaBytes: config.userQuotaGb === null ? null : config.userQuotaGb * 1e9,
    orgQuotaBytes: config.orgQuotaGb === null ? null : config.orgQuotaGb * 1e9,
    maxFileBytes: config.maxFileGb * 1024 ** 3,
    countsAsDownload: (library, path) => countsUnder((library === null ? null : findLibrary(library))?.downloads ?? 'default', path),
  }
}

/** The bucket of the settings. */
export function s3Config(config: ServerConfig): S3Config | null {
  if (config.s3Bucket === null) return null
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  return {
    bucket: config.s3Bucket,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    prefix: config.s3Prefix,
    pathStyle: config.s3PathStyle === 'auto' ? config.s3Endpoint !== null : config.s3PathStyle === 'on',
    presign: config.s3Presign,
    publicEndpoint: config.s3PublicEndpoint,
  }
}
