import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for backups, deleted on dispose. */
export async function tempFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'portolan-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
