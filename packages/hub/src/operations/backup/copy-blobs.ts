import { addAbortSignal } from 'node:stream'
import { isHubError } from '@portolan/contract'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'

/** Blobs copied concurrently. */
const atOnce = 4

export interface CopiedBlobs {
  readonly copied: number
  readonly bytes: number
  /** Already present, with the right size. */
  readonly kept: number
  readonly keptBytes: number
  /** sha-256 of blobs that the source lacks, or has with different bytes. */
  readonly missing: readonly string[]
}

/**
 * Copies blobs from store to store, verifying each on the way. Existing blobs stay, so an interrupted copy can be resumed.
 * @param options.signal ends it, in the middle of a blob
 * @param options.again these are copied even if the target has them: they are damaged there
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  hashes: Iterable<string>,
  { signal, again }: { signal?: AbortSignal | undefined; again?: ReadonlySet<string> } = {},
): Promise<CopiedBlobs> {
  let copied = 0
  let bytes = 0
  let kept = 0
  let keptBytes = 0
  const missing: string[] = []
  const work = new Set(hashes).values()
  const worker = async () => {
    for (const sha256 of work) {
      signal?.throwIfAborted()
      const source = await from.stat(sha256)
      if (source === null) {
        missing.push(sha256)
        continue
      }
      const there = await to.stat(sha256)
      if (there?.size === source.size && again?.has(sha256) !== true) {
        kept++
        keptBytes += there.size
        continue
      }
      try {
        const content = await from.read(sha256)
        if (signal !== undefined) addAbortSignal(signal, content)
        try {
          await to.put(content, { sha256, size: source.size })
        } finally {
          // A store that rejects it leaves it open.
          content.destroy()
        }
        copied++
        bytes += source.size
      } catch (error) {
        signal?.throwIfAborted()
        // Gone since the lookup: its bytes may have been moved into chunks.
        const isLost = (['blob.not_found', 'lfs.hash_mismatch', 'lfs.size_mismatch'] as const).some((code) => isHubError(error, code))
        if (!isLost) throw error
        missing.push(sha256)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { copied, bytes, kept, keptBytes, missing: missing.toSorted() }
}
