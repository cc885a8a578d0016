import { type Hash, keyedHash, type ShardXorb, writeShard } from '@portolan/xet'
import { findChunked, loadXorbs, type StoredXorb } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { distrustedXorbs } from './distrusted.ts'
import { type ChunkRange, readableChunks, readableFiles } from './usable-chunks.ts'
import type { XetSession } from './xet-token.ts'

/** Maximum chunks in one response, 64 bytes each: about 16 GB of content. */
const maxChunks = 262_144
/** Maximum files whose neighboring chunks are returned. */
const maxFiles = 16
/** Access may be revoked at any time, so a client must ask again after this long. Seconds. */
const answerLifetime = 60 * 60

/**
 * Whether the session's user may read a file that contains this chunk and, if so, that file's chunks, as a shard:
 * a client that already has some of them need not send them. `null` when there is none.
 *
 * Reveals nothing that the user could not read anyway: other chunks of the same xorbs are left as gaps. And chunk hashes
 * are keyed: clients can compare against them, but cannot use them to claim a chunk they do not have.
 */
export async function findDuplicates(hub: Hub, session: XetSession, chunk: Hash): Promise<Uint8Array | null> {
  const holders = await hub.db.read.selectFrom('xet_chunk').select('xorb_id').where('hash', '=', chunk).limit(100).execute()
  const files = await readableFiles(
    hub,
    session,
    holders.map(({ xorb_id }) => xorb_id),
  )
  const ids = new Set<number>()
  let chunks = 0
  for (const sha256 of files.slice(0, maxFiles)) {
    const file = await findChunked(hub, sha256)
    for (const term of file?.terms ?? []) {
      chunks += term.endChunk - term.startChunk
      if (chunks > maxChunks) break
      ids.add(term.xorbId)
    }
  }
  for (const id of await distrustedXorbs(hub, [...ids])) ids.delete(id)
  if (ids.size === 0) return null
  const xorbs = await loadXorbs(hub, ids)
  const readable = await readableChunks(hub, session, [...ids])
  // The chunk itself must be readable: its xorb may also contain chunks of others.
  if (!isAmong(chunk, xorbs, readable)) return null
  const key = hub.randomBytes(32)
  const hash = await keyedHash(key)
  const now = Math.floor(hub.now().getTime() / 1000)
  const told = [...xorbs.values()].map((xorb) => toShardXorb(hub, xorb, readable.get(xorb.id) ?? [], hash))
  return writeShard([], told, { key, created: now, expires: now + answerLifetime })
}

function isAmong(chunk: Hash, xorbs: ReadonlyMap<number, StoredXorb>, readable: ReadonlyMap<number, readonly ChunkRange[]>): boolean {
  for (const [id, ranges] of readable) {
    const index = xorbs.get(id)?.index
    for (const { start, end } of index === undefined ? [] : ranges) {
      for (let i = start; i < end; i++) if (Buffer.compare(index?.hash(i) ?? Buffer.alloc(0), chunk) === 0) return true
    }
  }
  return false
}

/** A gap has a random hash, which no chunk has, and zero length. */
function toShardXorb(
  hub: Hub,
  { hash, bytes, index }: StoredXorb,
  readable: readonly ChunkRange[],
  keyed: (bytes: Uint8Array) => Hash,
): ShardXorb {
  const chunks: { hash: Hash; length: number }[] = []
  for (const { start, end } of readable) {
    while (chunks.length < start) chunks.push({ hash: hub.randomBytes(32), length: 0 })
    while (chunks.length < end) chunks.push({ hash: keyed(index.hash(chunks.length)), length: index.length(chunks.length) })
  }
  return { hash, bytes, chunks }
}
