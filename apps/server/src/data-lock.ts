import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** This server cannot use the data folder. */
export class DataFolderProblem extends Error {
  override readonly name = 'DataFolderProblem'
}

/** SQLite's error code for a lock held by another process (sqlite3.h). */
const sqliteBusy = 5

/**
 * Ensures that no second server uses the data folder: takes an exclusive lock on a small database, which the operating system holds until the
 * process ends for whatever reason. Disposing releases it.
 * @throws {DataFolderProblem} when another server holds it, or the folder is not writable
 */
export function lockDataFolder(dataDir: string): Disposable {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    lock = new DatabaseSync(join(dataDir, 'server.lock'))
    lock.exec('PRAGMA busy_timeout=2000; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const isBusy = (error as { errcode?: unknown }).errcode === sqliteBusy
    const why = isBusy
      ? `Another Portolan server is using ${dataDir}`
      : `Cannot write to the data folder ${dataDir}: ${(error as Error).message}`
    throw new DataFolderProblem(why, { cause: error })
  }
  const held = lock
  return { [Symbol.dispose]: () => held.close() }
}
