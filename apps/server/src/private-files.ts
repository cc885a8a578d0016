import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The permission bits of a file's group and of everyone else. */
const groupAndOthers = 0o077

/**
 * From now on, whatever this process and its children create can be used by its own user only. The database has password hashes, the blobs have
 * private repositories; with the umask of most systems, every local user could read both.
 */
export function keepFilesPrivate(): void {
  process.umask(groupAndOthers)
}

/**
 * Which parts of a folder its group or others may use: `.` for the folder itself, and names of entries directly inside.
 * @returns nothing when the folder itself is closed, because then nobody reaches its entries; or when it does not exist
 */
export function openEntries(folder: string): string[] {
  // Windows has no such bits.
  if (process.platform === 'win32' || !isOpen(folder)) return []
  return ['.', ...readdirSync(folder).filter((name) => isOpen(join(folder, name)))]
}

/** The command that closes a folder and everything inside to everyone but its user. */
export function closeCommand(folder: string): string {
  return `chmod -R go= ${folder}`
}

function isOpen(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false })
  return info !== undefined && (info.mode & groupAndOthers) !== 0
}
