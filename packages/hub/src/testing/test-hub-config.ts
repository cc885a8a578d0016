import { renderComment } from '@portolan/markdown'
import type { HubConfig } from '../config.ts'

/** Default configuration of a test's hub: the product's defaults, except where they would get in the way. */
export function testHubConfig(dataDir: string): HubConfig {
  return {
    dataDir,
    databaseUrl: null,
    databaseTimeoutMs: 0,
    encryptionKeys: [],
    s3: null,
    publicUrl: null,
    spacesHost: null,
    signUp: 'open',
    companyLabel: null,
    passwordSignIn: 'on',
    sendsMail: false,
    requireConfirmedEmail: false,
    requireSecondFactor: 'off',
    xet: 'on',
    inlineUploadBytes: 100 * 1024 ** 2,
    userQuotaBytes: null,
    orgQuotaBytes: null,
    maxFileBytes: 500 * 1024 ** 3,
    gcGraceMs: 7 * 86_400_000,
    gcEveryMs: 86_400_000,
    backups: null,
    verifyRoundMs: 30 * 86_400_000,
    diskReserveBytes: 0,
    cloneCacheBytes: 2 * 1024 ** 3,
    indexListingsFrom: 5_000,
    sessionMs: 30 * 86_400_000,
    formerNameMs: 90 * 86_400_000,
    signUpsPerHour: 20,
    pictures: { mode: 'proxy', maxBytes: 10 * 1024 ** 2, cacheBytes: 512 * 1024 ** 2, reach: 'public' },
    // The registry of libraries has rules for each; the hub itself knows none.
    renderComment,
    countsAsDownload: (_library, path) => path === 'config.json',
  }
}
