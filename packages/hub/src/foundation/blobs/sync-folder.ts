import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes the names in a folder durable: a file's own fsync does not guarantee that its name survives a power failure. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a folder and its parents, each durably. */
export async function ensureFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true })
  if (first === undefined) return
  for (let made = dir; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}
