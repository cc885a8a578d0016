import type { Readable } from 'node:stream'
import type { PartStore } from './part-store.ts'

/**
 * Where large file contents live, by sha-256 (lower-case hex). The port; adapters: a folder on disk, a bucket of an S3-compatible store.
 * All adapters pass `blob-store.contract.ts`.
 */
export interface BlobStore {
  /**
   * Takes a stream to the end, then makes it visible under its sha-256: temporary name, flush, verify, rename.
   * When anything fails nothing is visible and nothing is left behind. Storing what is there already is safe.
   * The bytes of a chunk must not change after it was given. With `freeChunks` they are the store's to free: the sender
   * must not even read them again.
   * @throws {HubError} `lfs.hash_mismatch`, `lfs.size_mismatch`, `storage.full`, `storage.unavailable`, `body.too_large`
   */
  put(content: Readable | AsyncIterable<Uint8Array>, expected: ExpectedBlob): Promise<StoredBlob>
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
  /** Files that arrive in parts, through any process. */
  readonly parts: PartStore
  /** Addresses that take a client straight to the store, when that is wished for; `null` when everything goes through the hub. */
  readonly links: BlobLinks | null
  /** Removes what writers that no longer exist left behind; nothing that is visible. @returns how many things were removed */
  sweep(): Promise<number>
}

/** What must hold for the bytes of a blob, and what is to happen before it shows. */
export interface ExpectedBlob {
  readonly sha256?: string
  /** Bytes. */
  readonly size?: number
  readonly maxBytes?: number
  readonly freeChunks?: boolean
  /** Called once the bytes are verified, before they are visible; when it fails, nothing is stored. */
  readonly beforePublish?: (blob: StoredBlob) => Promise<void>
}

/** Signed addresses of the store itself. Whoever has one needs no other right until it expires. */
export interface BlobLinks {
  /** An address that gives the blob on GET, ranges included; `null` when downloads go through the hub. */
  download(sha256: string, options: { fileName: string; contentType: string; attachment: boolean }): Promise<string | null>
  /** An address that takes exactly `size` bytes as a part on PUT and answers with an `ETag`; `null` when uploads go through the hub. */
  part(uploadId: string, number: number, size: number): Promise<string | null>
}

export interface StoredBlob {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Of a blob that was just stored: what keeps it until somebody records what it is for (`guardBlobs`). */
  readonly intent?: string
}
