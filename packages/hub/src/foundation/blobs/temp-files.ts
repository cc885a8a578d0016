import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** An upload in progress keeps writing to its file; after this long without a write, its writer is gone. Milliseconds. */
const abandonedAfter = 60 * 60 * 1000

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const inUse = new Set<string>()

/** A new temporary path that identifies its writer, so that other processes using the same folder leave it alone. */
export function newTempPath(dir: string): string {
  const name = `${host}-${process.pid}-${randomBytes(12).toString('hex')}`
  inUse.add(name)
  return join(dir, name)
}

/** The file has been renamed or removed: a file with that name may be swept from now on. */
export function releaseTempPath(path: string): void {
  inUse.delete(path.slice(path.lastIndexOf('/') + 1))
}

/**
 * Removes leftovers of writers that no longer exist.
 * @param now the real clock, because file times use it
 * @returns how many files were removed
 */
export async function sweepTempFiles(dir: string, now = Date.now()): Promise<number> {
  let removed = 0
  for (const name of await readdir(dir)) {
    if (inUse.has(name)) continue
    const path = join(dir, name)
    const info = await stat(path).catch(() => null)
    if (info === null || (writerMayLive(name) && now - info.mtimeMs < abandonedAfter)) continue
    await unlink(path).then(
      () => removed++,
      () => {},
    )
  }
  return removed
}

function writerMayLive(name: string): boolean {
  const [writerHost, pid] = name.split('-')
  if (writerHost !== host) return true // another machine's process, on a shared folder
  const id = Number(pid)
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false // ours, but not in use
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
