import type { Readable } from 'node:stream'

/**
 * Where large file contents live, by sha-256 (lower-case hex). The port; adapters: disk now, S3 later.
 * All adapters pass `blob-store.contract.ts`.
 */
export interface BlobStore {
  /**
   * Takes a stream to the end, then makes it visible under its sha-256: temporary name, flush, verify, rename.
   * When anything fails nothing is visible and nothing is left behind. Storing what is there already is safe.
   * The bytes of a chunk must not change after it was given. With `freeChunks` they are the store's to free: the sender
   * must not even read them again.
   * @throws {HubError} `lfs.hash_mismatch`, `lfs.size_mismatch`, `storage.full`, `body.too_large`
   */
  put(
    content: Readable | AsyncIterable<Uint8Array>,
    expected: { sha256?: string; size?: number; maxBytes?: number; freeChunks?: boolean },
  ): Promise<StoredBlob>
  /** Bytes that can still be stored; `null` when there is no limit to tell. */
  freeBytes(): Promise<number | null>
  /** `null` when not stored. */
  stat(sha256: string): Promise<StoredBlob | null>
  /** Bytes `start` to `end` inclusive, as in HTTP ranges; the whole blob without a range. @throws {HubError} `blob.not_found` */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** A path on this machine's disk when there is one (fast downloads), else `null`. */
  localPath(sha256: string): string | null
  /** Frees the blob; nothing happens when it is not there. */
  delete(sha256: string): Promise<void>
  /** Every stored sha-256, in no particular order. */
  list(): AsyncIterable<StoredBlob>
}

export interface StoredBlob {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}
