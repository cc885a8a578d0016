import { concatBytes } from './concat-bytes.ts'

/** Headers and entries of a shard have the same size. Bytes. */
export const entryBytes = 48
export const footerBytes = 200
export const shardVersion = 2
export const footerVersion = 1

export const shardTag = concatBytes([
  new TextEncoder().encode('HFRepoMetaData\0'),
  Uint8Array.of(85, 105, 103, 69, 106, 123, 129, 87, 131, 165, 189, 217, 92, 205, 209, 74, 169),
])

/** In place of a hash: no more entries of this kind. */
export const endMark = new Uint8Array(32).fill(0xff)

/** File flags. */
export const hasVerification = 0x8000_0000
export const hasSha256 = 0x4000_0000
/** Chunk flag: clients that have this chunk may query for it. */
export const dedupEligible = 0x8000_0000
