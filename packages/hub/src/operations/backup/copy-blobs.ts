import { isHubError } from '@portolan/contract'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'

/** Blobs under way at the same time. */
const atOnce = 4

export interface CopiedBlobs {
  readonly copied: number
  readonly bytes: number
  /** Were there already, with the right size. */
  readonly kept: number
  /** sha-256 of those that the source does not have, or has with other bytes. */
  readonly missing: readonly string[]
}

/** Copies blobs from store to store, each verified on the way. What is there already stays: a copy that broke off goes on. */
export async function copyBlobs(from: BlobStore, to: BlobStore, hashes: Iterable<string>): Promise<CopiedBlobs> {
  let copied = 0
  let bytes = 0
  let kept = 0
  const missing: string[] = []
  const work = new Set(hashes).values()
  const worker = async () => {
    for (const sha256 of work) {
      const source = await from.stat(sha256)
      if (source === null) {
        missing.push(sha256)
        continue
      }
      const there = await to.stat(sha256)
      if (there?.size === source.size) {
        kept++
        continue
      }
      try {
        const content = await from.read(sha256)
        try {
          await to.put(content, { sha256, size: source.size })
        } finally {
          // A store that refuses it leaves it open.
          content.destroy()
        }
        copied++
        bytes += source.size
      } catch (error) {
        // Gone since it was looked up: its bytes may have moved into chunks.
        const isLost = (['blob.not_found', 'lfs.hash_mismatch', 'lfs.size_mismatch'] as const).some((code) => isHubError(error, code))
        if (!isLost) throw error
        missing.push(sha256)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { copied, bytes, kept, missing: missing.toSorted() }
}
