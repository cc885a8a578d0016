import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Makes sure that no second server uses the data folder: an exclusive lock on a small database, held by the operating system until the
 * process ends, however it ends. @throws when another server holds it
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    lock.exec('PRAGMA busy_timeout=2000; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(`Another Portolan server is using ${dataDir}`, { cause: error })
  }
  return { release: () => lock.close() }
}
