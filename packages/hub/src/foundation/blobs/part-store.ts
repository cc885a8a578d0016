import type { Readable } from 'node:stream'
import type { ExpectedBlob, StoredBlob } from './blob-store.ts'

/**
 * Files that arrive in parts. All processes on one store see the same parts: each part, and the completion, may go to a different process.
 * The caller chooses an upload id of letters and digits; nothing has to be opened first.
 */
export interface PartStore {
  /**
   * Stores part `number` (from 1) completely, or not at all. A part may be sent again: the last one counts.
   * @returns the part's entity tag, without quotes
   * @throws {HubError} `lfs.size_mismatch`, `storage.full`, `storage.unavailable`
   */
  put(
    uploadId: string,
    number: number,
    content: Readable | AsyncIterable<Uint8Array>,
    expected: { size: number; freeChunks?: boolean },
  ): Promise<{ etag: string }>
  /** The parts that have arrived, by number. */
  list(uploadId: string): Promise<Map<number, StoredPart>>
  /**
   * Combines all parts, in order, into a blob, if it has the expected sha-256 and size. The parts stay until `drop`.
   * @param parts as returned by `list`: a part replaced in the meantime is not used
   * @throws {HubError} `lfs.hash_mismatch`, `lfs.size_mismatch`, `lfs.object_missing` when a part is missing or was replaced
   */
  complete(
    uploadId: string,
    parts: readonly StoredPart[],
    expected: ExpectedBlob & { readonly sha256: string; readonly size: number },
  ): Promise<StoredBlob>
  /** Deletes all parts, if there are any. */
  drop(uploadId: string): Promise<void>
  /** Ids of uploads that have stored parts. */
  uploads(): AsyncIterable<string>
}

export interface StoredPart {
  readonly number: number
  /** Without quotes. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

const uploadIdPattern = /^[0-9A-Za-z]{1,64}$/

/** Checks that an id can be part of a path. @throws {TypeError} */
export function checkedUploadId(id: string): string {
  if (!uploadIdPattern.test(id)) throw new TypeError(`not an upload id: ${JSON.stringify(id)}`)
  return id
}
