import type { HubConfig, S3Config } from '@portolan/hub'
import { renderComment } from '@portolan/markdown'
import { countsUnder, findLibrary } from '@portolan/snippets'
import type { ServerConfig } from './config/settings.ts'

/** At this many repos and above, listings use the in-memory index; below it, SQL queries are as fast and count everything. */
const indexListingsFrom = 5_000

/** Converts the settings into the hub's configuration. */
export function hubConfig(config: ServerConfig): HubConfig {
  return {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    databaseTimeoutMs: config.databaseTimeoutSeconds * 1_000,
    encryptionKeys: config.encryptionKeys,
    s3: s3Config(config),
    publicUrl: config.publicUrl,
    spacesHost: config.spacesHost,
    signUp: config.signUp,
    companyLabel: config.oidcIssuer === null ? null : config.oidcLabel,
    passwordSignIn: config.passwordSignIn,
    sendsMail: config.smtpHost !== null,
    requireConfirmedEmail: config.requireConfirmedEmail,
    requireSecondFactor: config.requireSecondFactor,
    xet: config.xet,
    inlineUploadBytes: config.inlineUploadMb * 1024 * 1024,
    userQuotaBytes: config.userQuotaGb === null ? null : config.userQuotaGb * 1e9,
    orgQuotaBytes: config.orgQuotaGb === null ? null : config.orgQuotaGb * 1e9,
    maxFileBytes: config.maxFileGb * 1024 ** 3,
    gcGraceMs: config.gcGraceDays * 86_400_000,
    gcEveryMs: config.gcHours * 3_600_000,
    backups:
      config.backupEveryHours === 0 || config.backupTo === null
        ? null
        : { place: config.backupTo, everyMs: config.backupEveryHours * 3_600_000, keep: config.backupKeep },
    verifyRoundMs: config.verifyDays * 86_400_000,
    diskReserveBytes: config.diskReserveMb * 1024 ** 2,
    cloneCacheBytes: config.cloneCacheMb * 1024 ** 2,
    indexListingsFrom,
    sessionMs: config.sessionHours * 3600 * 1000,
    formerNameMs: config.formerNameDays * 86_400_000,
    signUpsPerHour: config.signUpLimit,
    countsAsDownload: (library, path) => countsUnder((library === null ? null : findLibrary(library))?.downloads ?? 'default', path),
    pictures: {
      mode: config.pictures,
      maxBytes: config.pictureMb * 1024 ** 2,
      cacheBytes: config.pictureCacheMb * 1024 ** 2,
      reach: config.webhookReach,
    },
    renderComment,
  }
}

/** The bucket configuration from the settings. */
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
    timeoutMs: config.s3TimeoutSeconds * 1_000,
  }
}
