import { XetFormatError } from './format-error.ts'
import { formatHash, type Hash } from './hash-text.ts'
import { xetLimits } from './limits.ts'
import { sameBytes } from './same-bytes.ts'
import { endMark, entryBytes, hasSha256, hasVerification, shardTag, shardVersion } from './shard-layout.ts'

/** A run of chunks of a xorb: part of a file. */
export interface ShardTerm {
  readonly xorb: Hash
  readonly startChunk: number
  /** Exclusive. */
  readonly endChunk: number
  /** Bytes of content. */
  readonly bytes: number
}

export interface ShardFile {
  readonly hash: Hash
  readonly terms: readonly ShardTerm[]
  /** One per term: the proof that the sender has seen its chunks. */
  readonly verification: readonly Hash[] | null
  /** Lowercase hex. */
  readonly sha256: string | null
}

/**
 * Reads the files of a shard uploaded by a client. Its xorb descriptions are ignored: the xorbs themselves are read.
 * @throws {XetFormatError}
 */
export function readShard(bytes: Uint8Array): ShardFile[] {
  if (bytes.length > xetLimits.shardBytes) throw new XetFormatError(`A shard can have at most ${xetLimits.shardBytes} bytes.`)
  const reader = new EntryReader(bytes)
  const tag = reader.entry()
  if (!sameBytes(tag.hash, shardTag)) throw new XetFormatError('This is not a shard.')
  // The version is a 64-bit number; its upper half is always zero.
  if (tag.u32(0) !== shardVersion || tag.u32(1) !== 0) throw new XetFormatError(`Only shards of version ${shardVersion} are supported.`)
  const files: ShardFile[] = []
  for (;;) {
    const head = reader.entry()
    if (sameBytes(head.hash, endMark)) break
    files.push(readFile(reader, head))
  }
  for (;;) {
    const head = reader.entry()
    if (sameBytes(head.hash, endMark)) return files
    reader.skip(head.u32(1))
  }
}

function readFile(reader: EntryReader, head: Entry): ShardFile {
  const [flags, count] = [head.u32(0), head.u32(1)]
  reader.require(count)
  const terms = Array.from({ length: count }, () => readTerm(reader.entry()))
  let verification: Hash[] | null = null
  if ((flags & hasVerification) !== 0) {
    reader.require(count)
    verification = Array.from({ length: count }, () => reader.entry().hash)
  }
  const sha256 = (flags & hasSha256) === 0 ? null : formatHash(reader.entry().hash)
  return { hash: head.hash, terms, verification, sha256 }
}

function readTerm(entry: Entry): ShardTerm {
  return { xorb: entry.hash, bytes: entry.u32(1), startChunk: entry.u32(2), endChunk: entry.u32(3) }
}

interface Entry {
  readonly hash: Hash
  /** The nth of the four numbers after the hash. */
  u32(n: number): number
}

/** Everything in a shard consists of 48-byte entries. */
class EntryReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  entry(): Entry {
    this.require(1)
    const at = this.#at
    this.#at += entryBytes
    return { hash: this.#bytes.subarray(at, at + 32), u32: (n) => this.#view.getUint32(at + 32 + 4 * n, true) }
  }

  skip(count: number): void {
    this.require(count)
    this.#at += count * entryBytes
  }

  /** Checks that this many entries exist before anything is allocated for them. */
  require(count: number): void {
    if (this.#at + count * entryBytes > this.#bytes.length) throw new XetFormatError('The shard ends too early.')
  }
}
