import { type BackupPlace, openBackupBucket, openFolder } from '@portolan/hub'
import { ConfigError, type ServerConfig } from './config/settings.ts'
import { s3Config } from './hub-config.ts'

/** Whether a backup location is a bucket. */
export function isBucket(word: string): boolean {
  return word.startsWith('s3://')
}

/**
 * Opens the location of backups: an absolute folder, or `s3://bucket/folder` with the endpoint and keys from the `PORTOLAN_S3_*` settings.
 * @throws {ConfigError} when the word means neither, {BucketProblem} when the bucket cannot be used
 */
export async function openPlace(word: string, config: ServerConfig): Promise<BackupPlace> {
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(word) ?? []
  if (bucket === undefined) {
    if (word.includes('://')) throw new ConfigError('Unsupported location: use a folder or s3://bucket/folder')
    return openFolder(word)
  }
  const prefix = folder.replace(/(?<!\/)\/+$/, '')
  const s3 = s3Config({ ...config, s3Bucket: bucket, s3Prefix: prefix === '' ? '' : `${prefix}/` })
  if (s3 === null) throw new ConfigError('Missing bucket: use s3://bucket/folder')
  return openBackupBucket(s3)
}
