import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { forEachChunk } from './for-each-chunk.ts'
import { slotBytes, slots } from './hash-ring.ts'
import { writeAndHash } from './write-and-hash.ts'

const chunkBytes = 64 * 1024

async function written(content: Readable | AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number; bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-write-'))
  const file = await open(join(folder, 'file'), 'wx+')
  try {
    const blob = await writeAndHash(file, content, {})
    return { ...blob, bytes: await readFile(join(folder, 'file')) }
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
}

/** Sends as fast as it is read, and disconnects as soon as the hashing thread's ring is full. */
function leavesWhenFull(): Readable {
  let sent = 0
  const content = new Readable({
    highWaterMark: chunkBytes,
    read() {
      sent += chunkBytes
      this.push(Buffer.alloc(chunkBytes, 1))
    },
  })
  content.on('pause', () => {
    if (sent >= slots * slotBytes) process.nextTick(() => content.destroy(new Error('gone')))
  })
  return content
}

test('a sender that leaves while the ring is full leaves nothing behind: the file is let go, the thread takes the next one', async () => {
  // At the first one, the thread has not even started: it finds the ring full.
  for (let upload = 0; upload <= availableParallelism() + 1; upload++) await expect(written(leavesWhenFull())).rejects.toThrow('gone')
  const content = Array.from({ length: 6 }, () => randomBytes(12 * 1024 * 1024))
  const cut = (whole: Buffer) =>
    Array.from({ length: whole.length / chunkBytes }, (_, i) => whole.subarray(i * chunkBytes, (i + 1) * chunkBytes))
  const files = await Promise.all(content.map((whole) => written(Readable.from(cut(whole), { objectMode: false }))))
  for (const [i, { sha256, bytes }] of files.entries()) {
    const whole = content[i] ?? Buffer.alloc(0)
    expect(bytes.equals(whole)).toBe(true)
    expect(sha256).toBe(createHash('sha256').update(whole).digest('hex'))
  }
})

test('a stream that fails is told of only when the chunk that was being taken is done with', async () => {
  const taking = Promise.withResolvers<void>()
  const content = new Readable({ read() {} })
  content.push(Buffer.from('one'))
  const heard: string[] = []
  const all = forEachChunk(content, () => {
    heard.push('begun')
    return taking.promise.then(() => void heard.push('done'))
  }).catch((error: Error) => heard.push(error.message))
  await new Promise((resolve) => setImmediate(resolve))
  content.destroy(new Error('gone'))
  await new Promise((resolve) => setImmediate(resolve))
  taking.resolve()
  await all
  expect(heard).toEqual(['begun', 'done', 'gone'])
})
