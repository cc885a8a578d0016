import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { BlobStore, StoredBlob } from './blob-store.ts'

/** A separate store, deleted on dispose. */
export type OpenStore = () => Promise<AsyncDisposable & { readonly store: BlobStore }>

const mebibyte = 1024 * 1024
const hello = Buffer.from('hello, harbour\n')
const helloSha = createHash('sha256').update(hello).digest('hex')
const unknownSha = '0'.repeat(64)

/** The behavior of every blob store. Run it for each adapter: `describeBlobStore('disk', openDisk)`. */
export function describeBlobStore(name: string, open: OpenStore): void {
  describe(`blob store on ${name}`, () => {
    test('keeps what it was given, under its sha-256', async () => {
      await using opened = await open()
      const { store } = opened
      expect(await store.put(Readable.from([hello], { objectMode: false }), {})).toEqual({ sha256: helloSha, size: hello.length })
      expect(await store.stat(helloSha)).toEqual({ sha256: helloSha, size: hello.length })
      expect(await bytesOf(await store.read(helloSha))).toEqual(hello)
    })

    test('takes an async iterable, and an empty one', async () => {
      await using opened = await open()
      const { store } = opened
      const emptySha = createHash('sha256').digest('hex')
      expect(await store.put(chunks([hello.subarray(0, 3), hello.subarray(3)]), { sha256: helloSha, size: hello.length })).toEqual({
        sha256: helloSha,
        size: hello.length,
      })
      expect(await store.put(chunks([]), { sha256: emptySha, size: 0 })).toEqual({ sha256: emptySha, size: 0 })
      expect(await bytesOf(await store.read(emptySha))).toEqual(Buffer.alloc(0))
    })

    test.for([1, mebibyte, 4 * mebibyte - 1, 4 * mebibyte, 9 * mebibyte + 17])('keeps %i bytes as they are', async (size) => {
      await using opened = await open()
      const bytes = patternedBytes(size)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(await opened.store.put(pieces(bytes, 65_521), { sha256, size })).toEqual({ sha256, size })
      expect((await bytesOf(await opened.store.read(sha256))).equals(bytes)).toBe(true)
    })

    test('reads ranges as HTTP counts them: both ends included', async () => {
      await using opened = await open()
      const { store } = opened
      await store.put(chunks([hello]), {})
      expect(await bytesOf(await store.read(helloSha, { start: 0, end: 0 }))).toEqual(Buffer.from('h'))
      expect(await bytesOf(await store.read(helloSha, { start: 7, end: 13 }))).toEqual(Buffer.from('harbour'))
      expect(await bytesOf(await store.read(helloSha, { start: 14, end: 1000 }))).toEqual(Buffer.from('\n'))
    })

    test('refuses bytes with another sha-256 and keeps nothing', async () => {
      await using opened = await open()
      const { store } = opened
      await expect(store.put(chunks([hello]), { sha256: unknownSha })).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
      expect(await store.stat(unknownSha)).toBeNull()
      expect(await store.stat(helloSha)).toBeNull()
      expect(await listed(store)).toEqual([])
    })

    test.for([hello.length - 1, hello.length + 1, 0])('refuses bytes of another size than %i and keeps nothing', async (size) => {
      await using opened = await open()
      await expect(opened.store.put(chunks([hello]), { sha256: helloSha, size })).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
      expect(await listed(opened.store)).toEqual([])
    })

    test('stops reading at the size cap', async () => {
      await using opened = await open()
      let sent = 0
      async function* endless() {
        for (;;) {
          sent += 65_536
          yield Buffer.alloc(65_536)
        }
      }
      await expect(opened.store.put(endless(), { maxBytes: 100_000 })).rejects.toMatchObject({ code: 'body.too_large' })
      expect(sent).toBe(131_072)
      await expect(opened.store.put(endless(), { maxBytes: 20 * mebibyte })).rejects.toMatchObject({ code: 'body.too_large' })
      expect(await listed(opened.store)).toEqual([])
    })

    test.for([5, 6 * mebibyte])('keeps nothing of a stream that breaks after %i bytes', async (size) => {
      await using opened = await open()
      async function* broken() {
        yield* pieces(patternedBytes(size), 65_536)
        throw new Error('the line went dead')
      }
      await expect(opened.store.put(broken(), {})).rejects.toThrow('the line went dead')
      expect(await listed(opened.store)).toEqual([])
      const stream = new Readable({ read() {} })
      stream.push(patternedBytes(size))
      setImmediate(() => stream.destroy())
      await expect(opened.store.put(stream, {})).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
      expect(await listed(opened.store)).toEqual([])
    })

    test('storing the same bytes again, also at the same time, keeps one blob', async () => {
      await using opened = await open()
      const { store } = opened
      const bytes = patternedBytes(5 * mebibyte)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await Promise.all([1, 2, 3, 4, 5, 6].map(() => store.put(pieces(bytes, 60_000), { sha256 })))
      await store.put(pieces(bytes, 60_000), { sha256 })
      expect(await listed(store)).toEqual([sha256])
      expect((await bytesOf(await store.read(sha256))).equals(bytes)).toBe(true)
    })

    test('deletes, and deleting again does nothing', async () => {
      await using opened = await open()
      const { store } = opened
      await store.put(chunks([hello]), {})
      await store.delete(helloSha)
      await store.delete(helloSha)
      expect(await store.stat(helloSha)).toBeNull()
      await expect(store.read(helloSha)).rejects.toMatchObject({ code: 'blob.not_found' })
    })

    test.for([unknownSha, '', '..', '../../etc/passwd', helloSha.toUpperCase(), `${helloSha}/x`])(
      'knows no blob called %j',
      async (name) => {
        await using opened = await open()
        const { store } = opened
        await store.put(chunks([hello]), {})
        expect(await store.stat(name)).toBeNull()
        await expect(store.read(name)).rejects.toMatchObject({ code: 'blob.not_found' })
        await store.delete(name)
        expect(await listed(store)).toEqual([helloSha])
      },
    )

    test('shows nothing before the last check has passed', async () => {
      await using opened = await open()
      const { store } = opened
      const seen: unknown[] = []
      const beforePublish = async (blob: StoredBlob) => {
        seen.push(blob, await store.stat(blob.sha256))
      }
      for (const expected of [{}, { sha256: helloSha, size: hello.length }]) {
        await expect(
          store.put(chunks([hello]), { ...expected, beforePublish: () => Promise.reject(new Error('not now')) }),
        ).rejects.toThrow('not now')
        expect(await listed(store)).toEqual([])
      }
      await store.put(chunks([hello]), { beforePublish })
      expect(seen).toEqual([{ sha256: helloSha, size: hello.length }, null])
    })

    test('a reader that leaves early does no harm', async () => {
      await using opened = await open()
      const bytes = patternedBytes(3 * mebibyte)
      const { sha256 } = await opened.store.put(pieces(bytes, 65_536), {})
      const leaving = await opened.store.read(sha256)
      for await (const _ of leaving) break
      expect(leaving.destroyed).toBe(true)
      expect((await bytesOf(await opened.store.read(sha256))).equals(bytes)).toBe(true)
    })

    test('makes a blob of parts, in order of their numbers, whoever sent them', async () => {
      await using opened = await open()
      const { parts } = opened.store
      const bytes = patternedBytes(11 * mebibyte)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const cut = [bytes.subarray(0, 5 * mebibyte), bytes.subarray(5 * mebibyte, 10 * mebibyte), bytes.subarray(10 * mebibyte)]
      expect(await parts.list('one')).toEqual(new Map())
      for (const number of [3, 1, 2]) {
        const part = cut[number - 1] ?? Buffer.alloc(0)
        const { etag } = await parts.put('one', number, pieces(part, 70_001), { size: part.length })
        expect((await parts.list('one')).get(number)).toEqual({ number, etag, size: part.length })
      }
      await parts.put('another', 1, chunks([hello]), { size: hello.length })
      const ids = new Set<string>()
      for await (const id of parts.uploads()) ids.add(id)
      expect(ids).toEqual(new Set(['another', 'one']))
      const inOrder = [...(await parts.list('one')).values()].toSorted((a, b) => a.number - b.number)
      await expect(parts.complete('one', inOrder, { sha256: unknownSha, size: bytes.length })).rejects.toMatchObject({
        code: 'lfs.hash_mismatch',
      })
      expect(await listed(opened.store)).toEqual([])
      expect(await parts.complete('one', inOrder, { sha256, size: bytes.length })).toEqual({ sha256, size: bytes.length })
      expect((await bytesOf(await opened.store.read(sha256))).equals(bytes)).toBe(true)
      await parts.drop('one')
      await parts.drop('one')
      expect(await parts.list('one')).toEqual(new Map())
      expect(await listed(opened.store)).toEqual([sha256])
    })

    test.for([6 * mebibyte, 40])(
      'a part that is sent again counts, and one that was replaced is not taken for it (%i bytes)',
      async (size) => {
        await using opened = await open()
        const { parts } = opened.store
        const first = patternedBytes(size)
        const whole = Buffer.concat([first, hello])
        const expected = { sha256: createHash('sha256').update(whole).digest('hex'), size: whole.length }
        await parts.put('up', 1, pieces(first, 65_536), { size })
        await parts.put('up', 2, chunks([hello]), { size: hello.length })
        const old = [...(await parts.list('up')).values()].toSorted((a, b) => a.number - b.number)
        await parts.put('up', 1, chunks([Buffer.alloc(size, 7)]), { size })
        await expect(parts.complete('up', old, expected)).rejects.toMatchObject({
          code: expect.stringMatching(/^lfs\.(object_missing|hash_mismatch)$/),
        })
        expect(await listed(opened.store)).toEqual([])
        await parts.put('up', 1, pieces(first, 65_536), { size })
        const fresh = [...(await parts.list('up')).values()].toSorted((a, b) => a.number - b.number)
        expect(await parts.complete('up', fresh, expected)).toEqual(expected)
      },
    )

    test('keeps no part that is too short, too long or broken off', async () => {
      await using opened = await open()
      const { parts } = opened.store
      async function* broken() {
        yield hello
        throw new Error('the line went dead')
      }
      await expect(parts.put('up', 1, chunks([hello]), { size: hello.length + 1 })).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
      await expect(parts.put('up', 1, chunks([hello]), { size: hello.length - 1 })).rejects.toMatchObject({ code: 'lfs.size_mismatch' })
      await expect(parts.put('up', 1, broken(), { size: 100 })).rejects.toThrow('the line went dead')
      expect(await parts.list('up')).toEqual(new Map())
    })

    test('tells free space as a number of bytes, or that there is no limit', async () => {
      await using opened = await open()
      const free = await opened.store.freeBytes()
      expect(free === null || (Number.isSafeInteger(free) && free >= 0)).toBe(true)
    })
  })
}

async function* chunks(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** Bytes that differ from slot to slot, so that swapped buffers are noticed. */
function patternedBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let i = 0; i < size; i += 4) bytes[i] = (i * 2_654_435_761) >>> 24
  for (let i = 1; i < size; i += 4096) bytes[i] = (i >>> 12) & 0xff
  return bytes
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}

async function listed(store: BlobStore): Promise<string[]> {
  const names: string[] = []
  for await (const blob of store.list()) names.push(blob.sha256)
  return names.toSorted()
}
