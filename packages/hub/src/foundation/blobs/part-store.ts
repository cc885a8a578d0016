import type { Readable } from 'node:stream'
import type { ExpectedBlob, StoredBlob } from './blob-store.ts'

/**
 * Files that arrive in parts. All processes on one store see the same parts: one may be sent to this, the next to another, the end told to a third.
 * An upload has an id of letters and digits that its owner chose; nothing has to be opened first.
 */
export interface PartStore {
  /**
   * Stores part `number` (from 1) whole, or nothing. A part may be sent again: the last one counts.
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
   * Makes a blob of all parts, in order, if it has the sha-256 and size expected. The parts stay until `drop`.
   * @param parts as `list` gave them: a part that was replaced meanwhile is not used
   * @throws {HubError} `lfs.hash_mismatch`, `lfs.size_mismatch`, `lfs.object_missing` when a part is gone or another one
   */
  complete(
    uploadId: string,
    parts: readonly StoredPart[],
    expected: ExpectedBlob & { readonly sha256: string; readonly size: number },
  ): Promise<StoredBlob>
  /** Frees all parts; nothing happens when there are none. */
  drop(uploadId: string): Promise<void>
  /** Ids of which anything is stored. */
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

/** An id that may become part of a path. @throws {TypeError} */
export function checkedUploadId(id: string): string {
  if (!uploadIdPattern.test(id)) throw new TypeError(`not an upload id: ${JSON.stringify(id)}`)
  return id
}
