import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a fresh folder, in memory if possible: a disk would mask the cost of the servers. */
export function benchFolder(name: string): { readonly path: string; readonly inMemory: boolean } {
  const inMemory = existsSync('/dev/shm')
  return { path: mkdtempSync(join(inMemory ? '/dev/shm' : tmpdir(), `portolan-bench-${name}-`)), inMemory }
}
