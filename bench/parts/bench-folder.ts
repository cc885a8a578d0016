import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fresh folder in memory where there is one: a disk would hide what the servers do. */
export function benchFolder(name: string): { readonly path: string; readonly inMemory: boolean } {
  const inMemory = existsSync('/dev/shm')
  return { path: mkdtempSync(join(inMemory ? '/dev/shm' : tmpdir(), `portolan-bench-${name}-`)), inMemory }
}
