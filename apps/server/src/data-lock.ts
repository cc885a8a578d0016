import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder cannot be used by this server. */
export class DataFolderProblem extends Error {
  override readonly name = 'DataFolderProblem'
}

/** SQLite's code for a lock that somebody else holds (sqlite3.h). */
const sqliteBusy = 5

/**
 * Makes sure that no second server uses the data folder: an exclusive lock on a small database, held by the operating system until the
 * process ends, however it ends. Disposing releases it.
 * @throws {DataFolderProblem} when another server holds it, or the folder cannot be written
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
      : `The data folder ${dataDir} cannot be written: ${(error as Error).message}`
    throw new DataFolderProblem(why, { cause: error })
  }
  const held = lock
  return { [Symbol.dispose]: () => held.close() }
}
