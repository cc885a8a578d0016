import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBlobStore } from './blob-store.contract.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { openMemoryBlobStore } from './memory-blob-store.ts'

describeBlobStore('disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'portolan-blobs-'))
  return { store: await openDiskBlobStore(dir), [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
})

describeBlobStore('memory', async () => ({ store: openMemoryBlobStore(), [Symbol.asyncDispose]: async () => {} }))
