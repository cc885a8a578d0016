import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { BlobStore } from './blob-store.ts'
import type { PartStore, StoredPart } from './part-store.ts'

/** Blobs in memory. Shows that the contract suite requires nothing that only a disk can do. */
export function openMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Buffer>()
  const store: Omit<BlobStore, 'parts'> = {
    links: null,
    async sweep() {
      return 0
    },
    async put(content, expected) {
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of content as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength
        if (expected.size !== undefined && size > expected.size) throw new HubError('lfs.size_mismatch', { expected: expected.size })
        if (expected.maxBytes !== undefined && size > expected.maxBytes)
          throw new HubError('body.too_large', { maxBytes: expected.maxBytes })
        chunks.push(chunk)
      }
      if (expected.size !== undefined && size !== expected.size) throw new HubError('lfs.size_mismatch', { expected: expected.size })
      const bytes = Buffer.concat(chunks)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (expected.sha256 !== undefined && sha256 !== expected.sha256)
        throw new HubError('lfs.hash_mismatch', { expected: expected.sha256 })
      await expected.beforePublish?.({ sha256, size })
      blobs.set(sha256, bytes)
      return { sha256, size }
    },
    async freeBytes() {
      return null
    },
    async stat(sha256) {
      const bytes = blobs.get(sha256)
      return bytes === undefined ? null : { sha256, size: bytes.length }
    },
    async read(sha256, range) {
      const bytes = blobs.get(sha256)
      if (bytes === undefined) throw new HubError('blob.not_found', { sha256 })
      // A copy: readers may transfer what they read to another thread.
      return Readable.from([Buffer.from(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1))], { objectMode: false })
    },
    localPath: () => null,
    async delete(sha256) {
      blobs.delete(sha256)
    },
    async *list() {
      for (const [sha256, bytes] of blobs) yield { sha256, size: bytes.length }
    },
  }
  return { ...store, parts: memoryParts(store.put) }
}

function memoryParts(put: BlobStore['put']): PartStore {
  const uploads = new Map<string, Map<number, StoredPart & { readonly bytes: Buffer }>>()
  return {
    async put(uploadId, number, content, { size }) {
      const chunks: Uint8Array[] = []
      for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      if (bytes.length !== size) throw new HubError('lfs.size_mismatch', { expected: size, received: bytes.length })
      const etag = createHash('sha256').update(bytes).digest('hex')
      const parts = uploads.get(uploadId) ?? new Map()
      uploads.set(uploadId, parts.set(number, { number, etag, size, bytes }))
      return { etag }
    },
    async list(uploadId) {
      return new Map([...(uploads.get(uploadId) ?? [])].map(([number, { etag, size }]) => [number, { number, etag, size }]))
    },
    async complete(uploadId, parts, expected) {
      const kept = uploads.get(uploadId)
      const chunks = parts.map(({ number, etag }) => {
        const part = kept?.get(number)
        if (part?.etag !== etag) throw new HubError('lfs.object_missing', { message: `Part ${number} was replaced.` })
        return part.bytes
      })
      return put(Readable.from(chunks), expected)
    },
    async drop(uploadId) {
      uploads.delete(uploadId)
    },
    async *uploads() {
      yield* uploads.keys()
    },
  }
}
