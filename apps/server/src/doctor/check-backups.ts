import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { BucketProblem, type Finding, findings } from '@portolan/hub'
import { openPlace } from '../backup-place.ts'
import type { ServerConfig } from '../config/settings.ts'

const { ok, warning, problem } = findings('backups')

/** Checks that backups are made, and that their place can be written. Creates nothing that stays. */
export async function checkBackups(config: ServerConfig): Promise<Finding[]> {
  const { backupTo, backupEveryHours, dataDir } = config
  if (backupTo === null)
    return [
      warning(
        'No backups are scheduled: set PORTOLAN_BACKUP_TO and PORTOLAN_BACKUP_EVERY_HOURS, or run portolan backup regularly by other means.',
      ),
    ]
  const place = backupTo.startsWith('s3://') ? await checkBucket(backupTo, config) : checkFolder(backupTo, dataDir)
  const schedule =
    backupEveryHours === 0
      ? [
          warning(
            `No backups to ${backupTo} are scheduled: set PORTOLAN_BACKUP_EVERY_HOURS, or run portolan backup regularly by other means.`,
          ),
        ]
      : []
  return [...place, ...schedule]
}

async function checkBucket(backupTo: string, config: ServerConfig): Promise<Finding[]> {
  try {
    const place = await openPlace(backupTo, config)
    place.close()
    return [ok(`Backups go to ${place.name}, which can be written.`)]
  } catch (error) {
    if (!(error instanceof BucketProblem)) throw error
    return [problem(error.message)]
  }
}

function checkFolder(folder: string, dataDir: string): Finding[] {
  const place = nearest(folder)
  try {
    const probe = mkdtempSync(join(place, '.doctor-'))
    try {
      writeFileSync(join(probe, 'probe'), 'probe')
    } finally {
      rmSync(probe, { recursive: true, force: true })
    }
  } catch (error) {
    const user = process.getuid === undefined ? 'the hub' : `user ${process.getuid()}`
    return [
      problem(
        `Backups cannot be written to ${folder} (${(error as Error).message}): give it to ${user} (chown), or choose another with PORTOLAN_BACKUP_TO.`,
      ),
    ]
  }
  const isWithin = !relative(dataDir, folder).startsWith('..')
  const hasOneDisk = statSync(place).dev === statSync(nearest(dataDir)).dev
  return [
    ok(`Backups go to ${folder}, which can be written.`),
    ...(isWithin || hasOneDisk
      ? [warning(`${folder} is on the same disk as the data folder: a disk that fails takes the backups with it. Use another one.`)]
      : []),
  ]
}

/** The folder, or the one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder))
}
