import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBlobStore } from './blob-store.contract.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { openMemoryBlobStore } from './memory-blob-store.ts'
import { openS3BlobStore } from './s3-blob-store.ts'
import { openTestBucket, testS3Url } from '../../testing/test-bucket.ts'

describeBlobStore('disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'portolan-blobs-'))
  return { store: await openDiskBlobStore(dir), [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
})

describeBlobStore('memory', async () => ({ store: openMemoryBlobStore(), [Symbol.asyncDispose]: async () => {} }))

// Without an S3 server, the test runner lists what was skipped.
if (testS3Url !== null) {
  describeBlobStore('S3', async () => {
    const bucket = await openTestBucket()
    const store = await openS3BlobStore(bucket.config)
    return {
      store,
      async [Symbol.asyncDispose]() {
        store.close()
        await bucket[Symbol.asyncDispose]()
      },
    }
  })
}
