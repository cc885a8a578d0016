import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hashLargeBlob, type PackBytes } from './inflate-entry.ts'
import { Spool } from './spool.ts'

const size = 3 * 1024 * 1024

test('a disk that fails in the middle of a large file ends the reading of it', async () => {
  await using spool = new Spool(join(tmpdir(), 'portolan-not-written'))
  const stream = deflateSync(randomBytes(size))
  await spool.append(stream)
  const failing: PackBytes = {
    read: (offset, length) => {
      if (offset >= size / 2) throw new Error('the disk is broken')
      return spool.read(offset, length)
    },
  }
  await expect(hashLargeBlob(failing, 0, stream.length, size)).rejects.toThrow('the disk is broken')
  expect((await hashLargeBlob(spool, 0, stream.length, size)).length).toBe(stream.length)
})
