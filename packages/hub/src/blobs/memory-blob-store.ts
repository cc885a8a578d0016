import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { BlobStore } from './blob-store.ts'

/** Blobs in memory. It exists to show that the contract suite asks nothing that only a disk can do. */
export function openMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Buffer>()
  return {
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
      return Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)], { objectMode: false })
    },
    localPath: () => null,
    async delete(sha256) {
      blobs.delete(sha256)
    },
    async *list() {
      for (const [sha256, bytes] of blobs) yield { sha256, size: bytes.length }
    },
  }
}
