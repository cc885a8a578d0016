import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { expect, test } from 'vitest'
import { openMemoryBlobStore } from '../blobs/memory-blob-store.ts'
import { copyBlobs } from './copy-blobs.ts'

test('a blob that goes between look-up and reading is missing, and the others are copied', async () => {
  const from = openMemoryBlobStore()
  const put = async (text: string) => (await from.put(Readable.from([Buffer.from(text)]), {})).sha256
  const [gone, stays] = [await put('its bytes move into chunks'), await put('stays')]
  const moving = {
    ...from,
    async read(sha256: string) {
      if (sha256 === gone) throw new HubError('blob.not_found', { sha256 })
      return from.read(sha256)
    },
  }
  const to = openMemoryBlobStore()
  expect(await copyBlobs(moving, to, [gone, stays])).toMatchObject({ copied: 1, missing: [gone] })
  expect(await to.stat(stays)).toMatchObject({ size: 5 })
})
