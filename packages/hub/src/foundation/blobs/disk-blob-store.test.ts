import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { newTempPath, releaseTempPath, sweepTempFiles } from './temp-files.ts'

const content = Buffer.from('a chart of the northern sea')
const sha256 = createHash('sha256').update(content).digest('hex')

test('lays blobs out in two fan-out folders', async () => {
  await using dir = await tempDir()
  const store = await openDiskBlobStore(dir.path)
  await store.put(once(content), {})
  const path = join(dir.path, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  expect(store.localPath(sha256)).toBe(path)
  expect(store.localPath('../../etc/passwd')).toBeNull()
  expect(await readFile(path)).toEqual(content)
  expect(await readdir(join(dir.path, 'tmp'))).toEqual([])
})

test('a failed upload leaves no file behind, temporary or other', async () => {
  await using dir = await tempDir()
  const store = await openDiskBlobStore(dir.path)
  await expect(store.put(once(content), { sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
  await expect(store.put(once(Buffer.alloc(8_000_000)), { size: 7_999_999 })).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
  expect(await filesBelow(dir.path)).toEqual([])
})

test('a blob that is opened and then neither read nor closed does not end the process', async () => {
  await using dir = await tempDir()
  const store = await openDiskBlobStore(dir.path)
  await store.put(once(content), {})
  // As when the underlying store fails before it reads anything.
  const open = async () => void (await store.read(sha256))
  await open()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ends: unknown[] = []
  const note = (error: unknown) => void ends.push(error)
  process.on('uncaughtException', note)
  for (let i = 0; i < 10; i++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  process.off('uncaughtException', note)
  expect(ends).toEqual([])
})

test('opening removes what dead writers left, and nothing else', async () => {
  await using dir = await tempDir()
  const temp = join(dir.path, 'tmp')
  await mkdir(temp, { recursive: true })
  const live = newTempPath(temp)
  const [host, pid] = live.slice(temp.length + 1).split('-')
  const oursButForgotten = `${host}-${pid}-aaaa`
  const deadProcess = `${host}-4194304-bbbb` // above Linux's highest process id
  const elsewhere = 'ffffffff-1-cccc'
  const elsewhereLongAgo = 'ffffffff-1-dddd'
  await Promise.all(
    [live, ...[oursButForgotten, deadProcess, elsewhere, elsewhereLongAgo].map((name) => join(temp, name))].map((path) =>
      writeFile(path, 'half'),
    ),
  )
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(temp, elsewhereLongAgo), longAgo, longAgo)
  await openDiskBlobStore(dir.path)
  expect((await readdir(temp)).toSorted()).toEqual([live.slice(temp.length + 1), elsewhere].toSorted())
  releaseTempPath(live)
  expect(await sweepTempFiles(temp)).toBe(1)
  expect(await readdir(temp)).toEqual([elsewhere])
})

test('a damaged blob is healed by the next upload of its bytes', async () => {
  await using dir = await tempDir()
  const store = await openDiskBlobStore(dir.path)
  await store.put(once(content), {})
  await writeFile(store.localPath(sha256) ?? '', 'rot')
  await store.put(once(content), { sha256 })
  expect(await readFile(store.localPath(sha256) ?? '')).toEqual(content)
})

// Mounting requires root; nothing else really fills a disk.
test.runIf(process.getuid?.() === 0 && process.platform === 'linux').for([600_000, 12_000_000])(
  'a full disk is told as such and nothing is left behind (%i bytes)',
  async (size) => {
    await using dir = await tempDir()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', dir.path])
    try {
      const store = await openDiskBlobStore(dir.path)
      expect(await store.freeBytes()).toBeLessThanOrEqual(512 * 1024)
      await expect(store.put(once(Buffer.alloc(size, 7)), {})).rejects.toMatchObject({ code: 'storage.full' })
      expect(await filesBelow(dir.path)).toEqual([])
      // There is room again for something small enough.
      expect(await store.put(once(content), {})).toEqual({ sha256, size: content.length })
    } finally {
      execFileSync('umount', [dir.path])
    }
  },
)

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

async function tempDir(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'portolan-disk-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test.for([100_000, 6_000_000])('frees the chunks of a stream when told that they are its own (%i bytes)', async (size) => {
  await using dir = await tempDir()
  const store = await openDiskBlobStore(dir.path)
  const chunks = Array.from({ length: size / 50_000 }, (_, i) => new Uint8Array(50_000).fill(i))
  const expected = createHash('sha256')
  for (const chunk of chunks) expected.update(chunk)
  const sha = expected.digest('hex')
  // A view into a larger buffer does not belong to the stream alone.
  const shared = new Uint8Array(60_000).subarray(0, 50_000)
  const kept = await store.put(Readable.from([...chunks, shared]), {})
  expect(kept.size).toBe(size + 50_000)
  expect(chunks.every((chunk) => chunk.byteLength === 50_000)).toBe(true)
  expect(await store.put(Readable.from(chunks), { sha256: sha, freeChunks: true })).toEqual({ sha256: sha, size })
  expect(chunks.every((chunk) => chunk.byteLength === 0)).toBe(true)
  await store.put(Readable.from([shared]), { freeChunks: true })
  expect(shared.byteLength).toBe(50_000)
  expect(
    createHash('sha256')
      .update(await readFile(store.localPath(sha) ?? ''))
      .digest('hex'),
  ).toBe(sha)
})
