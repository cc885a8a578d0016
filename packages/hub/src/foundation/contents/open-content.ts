import { Readable } from 'node:stream'
import { HubError, isHubError } from '@portolan/contract'
import { toBuffer } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { readTerms } from './read-terms.ts'
import { type Term, unpackTerms } from './terms.ts'

/**
 * The content of a large file, wherever it is: in a blob of its own, or as chunks that it shares with others. Nothing is
 * open: there is nothing to close.
 */
export interface StoredContent {
  /** Lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Whether it has a blob of its own in the store, under its sha-256. */
  readonly isBlob: boolean
  /** Where the whole content lies on this machine's disk, when it does. */
  readonly localPath: string | null
  /** Bytes `start` to `end` inclusive; everything without a range. */
  read(range?: { start: number; end: number }): Promise<Readable>
}

/** The content of this sha-256, `null` when it is not stored. Whether the caller may have it is not asked here. */
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
          // Meanwhile its bytes may have moved into chunks.
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

/** Part of a content. @throws {HubError} `blob.not_found` */
export async function readContent(hub: Hub, sha256: string, range: { start: number; end: number }): Promise<Readable> {
  const content = await openContent(hub, sha256)
  if (content === null) throw new HubError('blob.not_found', { sha256 })
  return content.read(range)
}

/** A content that is there as chunks. */
export interface ChunkedContent {
  readonly size: number
  readonly terms: readonly Term[]
}

/** The terms of this content, `null` when it is not there as chunks. */
export async function findChunked(hub: Hub, sha256: string): Promise<ChunkedContent | null> {
  // Never from memory: terms name rows, and a file that was freed and brought again consists of others.
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
