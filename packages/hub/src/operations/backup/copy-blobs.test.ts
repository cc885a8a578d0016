import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { expect, test } from 'vitest'
import { openMemoryBlobStore } from '../../foundation/blobs/memory-blob-store.ts'
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

test('what a store refuses is not left open', async () => {
  const from = openMemoryBlobStore()
  const { sha256 } = await from.put(Readable.from([Buffer.from('refused')]), {})
  const opened: Readable[] = []
  const watched = {
    ...from,
    async read(name: string) {
      const content = await from.read(name)
      opened.push(content)
      return content
    },
  }
  const full = { ...openMemoryBlobStore(), put: () => Promise.reject(new HubError('storage.full')) }
  await expect(copyBlobs(watched, full, [sha256])).rejects.toMatchObject({ code: 'storage.full' })
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
