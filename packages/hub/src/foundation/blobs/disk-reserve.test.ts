import { expect, test } from 'vitest'
import { openTestHub } from '../../testing/open-test-hub.ts'
import { requireDisk } from './disk-reserve.ts'

const mebibyte = 1024 * 1024

test('what is let in between two measurements counts, as if it were on the disk already', async () => {
  await using hub = await openTestHub({ config: { diskReserveBytes: 64 * mebibyte } })
  // Each upload is written before the next one asks.
  let free = 94 * mebibyte
  hub.rawBlobs.freeBytes = async () => free
  let uploads = 0
  const upload = async () => {
    await requireDisk(hub, 8 * mebibyte)
    free -= 8 * mebibyte
    uploads++
  }
  await upload()
  await upload()
  await upload()
  await expect(upload()).rejects.toMatchObject({ code: 'storage.full' })
  expect(uploads).toBe(3)
  // What was refused is not counted.
  await requireDisk(hub, 2 * mebibyte)
})
