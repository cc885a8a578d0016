import { Readable } from 'node:stream'
import { HubError, isHubError } from '@portolan/contract'
import { toBuffer } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { readTerms } from './read-terms.ts'
import { type Term, unpackTerms } from './terms.ts'

/**
 * The content of a large file, wherever it is: in its own blob, or as chunks shared with others. Nothing is
 * open, so there is nothing to close.
 */
export interface StoredContent {
  /** Lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Whether it has its own blob in the store, under its sha-256. */
  readonly isBlob: boolean
  /** Path of the complete content on the local disk, if there is one. */
  readonly localPath: string | null
  /** Bytes `start` to `end`, inclusive; everything if no range is given. */
  read(range?: { start: number; end: number }): Promise<Readable>
}

/** Opens the content with this sha-256; `null` when it is not stored. Does not check whether the caller may access it. */
export async function openContent(hub: Hub, sha256: string): Promise<StoredContent | null> {
  const blob = await hub.blobs.stat(sha256)
  if (blob !== null) {
    return {
      sha256,
      size: blob.size,
      isBlob: true,
      localPath: hub.blobs.localPath(sha256),
      async read(range) {
        try {
          return await hub.blobs.read(sha256, range)
        } catch (error) {
          // Its bytes may have been moved into chunks in the meantime.
          const file = isHubError(error, 'blob.not_found') ? await findChunked(hub, sha256) : null
          if (file === null) throw error
          return readFile(hub, file, range)
        }
      },
    }
  }
  const file = await findChunked(hub, sha256)
  return file === null
    ? null
    : { sha256, size: file.size, isBlob: false, localPath: null, read: async (range) => readFile(hub, file, range) }
}

/**
 * Opens a content whose size is recorded.
 * @param size the recorded size, bytes
 * @throws {HubError} `storage.damaged` when the stored bytes are more or fewer: a client would receive a wrong file as a complete one
 */
export async function openRecordedContent(hub: Hub, sha256: string, size: number): Promise<StoredContent | null> {
  const content = await openContent(hub, sha256)
  if (content !== null && content.size !== size)
    throw new HubError('storage.damaged', {
      message: `The stored file has ${content.size} bytes instead of ${size}. Upload it again to repair it.`,
      sha256,
    })
  return content
}

/** Reads part of a content. @throws {HubError} `blob.not_found` */
export async function readContent(hub: Hub, sha256: string, range: { start: number; end: number }): Promise<Readable> {
  const content = await openContent(hub, sha256)
  if (content === null) throw new HubError('blob.not_found', { sha256 })
  return content.read(range)
}

/** A content stored as chunks. */
export interface ChunkedContent {
  readonly size: number
  readonly terms: readonly Term[]
}

/** The terms of this content; `null` when it is not stored as chunks. */
export async function findChunked(hub: Hub, sha256: string): Promise<ChunkedContent | null> {
  // Never cached: terms reference rows, and a file that was freed and uploaded again consists of different ones.
  const row = await hub.db.read
    .selectFrom('xet_file')
    .select(['size', 'terms'])
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()
  return row === undefined ? null : { size: row.size, terms: unpackTerms(toBuffer(row.terms)) }
}

function readFile(hub: Hub, { size, terms }: ChunkedContent, range = { start: 0, end: size - 1 }): Readable {
  return Readable.from(readTerms(hub, terms, { start: range.start, end: Math.min(range.end, size - 1) }), { objectMode: false })
}
