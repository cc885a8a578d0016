import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hashLargeBlob } from './inflate-entry.ts'
import { Spool } from './spool.ts'

const size = 3 * 1024 * 1024

test('a disk that fails in the middle of a large file ends the reading of it', async () => {
  await using spool = new Spool(join(tmpdir(), 'portolan-not-written'))
  const stream = deflateSync(randomBytes(size))
  await spool.append(stream)
  const failing: Pick<Spool, 'read'> = {
    read: (offset, length) => (offset < size / 2 ? spool.read(offset, length) : Promise.reject(new Error('the disk is broken'))),
  }
  await expect(hashLargeBlob(failing, 0, stream.length, size)).rejects.toThrow('the disk is broken')
  expect((await hashLargeBlob(spool, 0, stream.length, size)).length).toBe(stream.length)
})
