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
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(dataDir, 'server.lock'))
    lock.exec('PRAGMA busy_timeout=2000; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const isBusy = (error as { errcode?: unknown }).errcode === sqliteBusy
    const why = isBusy
      ? `Another Portolan server is using ${dataDir}. Stop it, or choose another folder with PORTOLAN_DATA_DIR.`
      : folderFault(dataDir, error)
    throw new DataFolderProblem(why, { cause: error })
  }
  const held = lock
  return { [Symbol.dispose]: () => held.close() }
}

const writeFaults: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'it is below a file',
  EACCES: 'the user of this process lacks the right',
  EPERM: 'the user of this process lacks the right',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** Why the hub cannot write to its data folder, with what to do about it, in one sentence. */
export function folderFault(dataDir: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = writeFaults[code ?? ''] ?? message
  const user = process.getuid === undefined ? 'the hub' : `user ${process.getuid()}`
  return `The data folder ${dataDir} cannot be written: ${reason}. Give it to ${user} (chown -R), or choose another with PORTOLAN_DATA_DIR.`
}
