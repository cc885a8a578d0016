import type { Readable } from 'node:stream'
import type { PartStore } from './part-store.ts'

/**
 * Stores the contents of large files, by sha-256 (lower-case hex). The port; adapters: a folder on disk, a bucket in an S3-compatible store.
 * All adapters pass `blob-store.contract.ts`.
 */
export interface BlobStore {
  /**
   * Reads a stream to the end, then makes it visible under its sha-256: temporary name, flush, verify, rename.
   * If anything fails, nothing is visible and nothing is left behind. Storing existing content again is safe.
   * The bytes of a chunk must not change after it is passed in. With `freeChunks` the store may free them: the sender
   * must not even read them again.
   * @throws {HubError} `lfs.hash_mismatch`, `lfs.size_mismatch`, `storage.full`, `storage.unavailable`, `body.too_large`
   */
  put(content: Readable | AsyncIterable<Uint8Array>, expected: ExpectedBlob): Promise<StoredBlob>
  /** Free space in bytes; `null` when there is no known limit. */
  freeBytes(): Promise<number | null>
  /** `null` when not stored. */
  stat(sha256: string): Promise<StoredBlob | null>
  /** Bytes `start` to `end` inclusive, as in HTTP ranges; the whole blob without a range. @throws {HubError} `blob.not_found` */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** A path on the local disk if there is one (fast downloads), otherwise `null`. */
  localPath(sha256: string): string | null
  /** Deletes the blob, if it exists. */
  delete(sha256: string): Promise<void>
  /** Every stored sha-256, in no particular order. */
  list(): AsyncIterable<StoredBlob>
  /** Files that arrive in parts, possibly through several processes. */
  readonly parts: PartStore
  /** URLs that take a client straight to the store, if enabled; `null` when everything goes through the hub. */
  readonly links: BlobLinks | null
  /** Removes leftovers of writers that no longer exist; nothing that is visible. @returns how many things were removed */
  sweep(): Promise<number>
}

/** What the bytes of a blob are verified against, and what happens before it becomes visible. */
export interface ExpectedBlob {
  readonly sha256?: string
  /** Bytes. */
  readonly size?: number
  readonly maxBytes?: number
  readonly freeChunks?: boolean
  /** Called once the bytes are verified, before they are visible; if it fails, nothing is stored. */
  readonly beforePublish?: (blob: StoredBlob) => Promise<void>
}

/** Signed URLs of the store itself. Anyone who has one needs no other permission until it expires. */
export interface BlobLinks {
  /** A URL that returns the blob on GET, including ranges; `null` when downloads go through the hub. */
  download(sha256: string, options: { fileName: string; contentType: string; attachment: boolean }): Promise<string | null>
  /** A URL that accepts exactly `size` bytes as a part on PUT and responds with an `ETag`; `null` when uploads go through the hub. */
  part(uploadId: string, number: number, size: number): Promise<string | null>
}

export interface StoredBlob {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** For a blob that was just stored: the guard that keeps it until a row references it (`guardBlobs`). */
  readonly intent?: string
}
