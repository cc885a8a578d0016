import { isAbsolute, resolve } from 'node:path'
import { type BackupPlace, openBackupBucket, openFolder } from '@portolan/hub'
import { readConfig } from '../config/settings.ts'
import { s3Config } from '../hub-config.ts'
import { UsageError } from './usage-error.ts'

/**
 * Opens the location of a backup: a folder, or `s3://bucket/folder` with the endpoint and keys from the `PORTOLAN_S3_*` settings.
 * @param environment the settings for reaching the bucket
 */
export async function openPlace(
  word: string,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<BackupPlace> {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(word) ?? []
  if (bucket === undefined) {
    if (word.includes('://')) throw new UsageError('A backup is kept in a folder, or at s3://bucket/folder')
    return openFolder(isAbsolute(word) ? word : resolve(cwd, word))
  }
  const config = s3Config(readConfig({ ...environment, PORTOLAN_S3_BUCKET: bucket, PORTOLAN_S3_PREFIX: folder.replace(/\/$/, '') }, cwd))
  if (config === null) throw new UsageError('Say which bucket: s3://bucket/folder')
  return openBackupBucket(config)
}
