import { HubError } from '@portolan/contract'
import { type Hash, isDedupEligible, sameHash, XetFormatError, xetLimits, type XorbIndex } from '@portolan/xet'
import { lockBlobs } from '../../foundation/blobs/guarded-blob-store.ts'
import { openXorbCheck, xorbLayout } from '../../foundation/contents/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { isUnsound } from './distrusted.ts'
import type { XetSession } from './xet-token.ts'

/** Bytes sent to the verifying thread at once. */
const pieceBytes = 256 * 1024

/**
 * Receives a xorb: every chunk is decompressed and hashed on arrival, and nothing is kept unless everything matches its
 * hash. The response is the same, and takes as long, whether or not others have uploaded it before.
 * @throws {HubError} `xet.invalid`, `body.too_large`, `storage.full`
 */
export async function acceptXorb(hub: Hub, session: XetSession, hash: Hash, content: AsyncIterable<Uint8Array>): Promise<void> {
  const check = openXorbCheck()
  let read: { index: XorbIndex; bytes: number } | null = null
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const piece of gathered(content)) {
      const chunks = await check.push(piece)
      if (chunks.length > 0) yield chunks
    }
    const found = await check.finish()
    if (!sameHash(found.hash, hash)) throw new XetFormatError('The hash of the xorb does not match the declared one.')
    read = found
  }
  try {
    if (await isMine(hub, session.userId, hash)) {
      for await (const chunks of checked()) void chunks
      return
    }
    const blob = await hub.blobs.put(checked(), { maxBytes: xetLimits.xorbBytes })
    if (read === null) throw new Error('The store accepted a xorb without reading all of it.')
    const { index, bytes }: { index: XorbIndex; bytes: number } = read
    const lost = await mustBeReplaced(hub, hash)
    await hub.db.write((tx) => recordXorb(tx, hub, { hash, blob: blob.sha256, index, bytes, lost }, session.userId))
  } catch (error) {
    check.drop()
    throw error instanceof XetFormatError ? new HubError('xet.invalid', { message: error.message }, { cause: error }) : error
  }
}

/** True when this user has uploaded it before and it is still there: then it need not be written again. */
async function isMine(hub: Hub, userId: number, hash: Hash): Promise<boolean> {
  const row = await hub.db.read
    .selectFrom('xet_xorb')
    .innerJoin('xet_xorb_user', 'xet_xorb_user.xorb_id', 'xet_xorb.id')
    .select(['xet_xorb.id', 'xet_xorb.blob', 'xet_xorb.layout', 'xet_xorb.bytes'])
    .where('xet_xorb.hash', '=', hash)
    .where('xet_xorb_user.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined || (await isUnsound(hub, place(row)))) return false
  const kept = await hub.db.write(async (tx) => {
    await lockBlobs(tx, 'shared')
    return tx.updateTable('xet_xorb').set({ used: hub.now().getTime() }).where('id', '=', row.id).executeTakeFirst()
  })
  // Freed in the meantime: treat it as a new one.
  return kept.numUpdatedRows > 0n
}

/** True when the xorb is recorded, but its bytes are gone or damaged: this upload repairs it. */
async function mustBeReplaced(hub: Hub, hash: Hash): Promise<boolean> {
  const row = await hub.db.read.selectFrom('xet_xorb').select(['id', 'blob', 'layout', 'bytes']).where('hash', '=', hash).executeTakeFirst()
  return row !== undefined && (await isUnsound(hub, place(row)))
}

/** A blob with the contents of chunks only may be larger than one xorb. */
function place(row: { id: number; blob: Uint8Array; layout: number; bytes: number }) {
  return { id: row.id, blob: row.blob, serializedBytes: row.layout === xorbLayout.serialized ? row.bytes : null }
}

async function recordXorb(
  tx: Tx,
  hub: Hub,
  xorb: { hash: Hash; blob: string; index: XorbIndex; bytes: number; lost: boolean },
  userId: number,
): Promise<void> {
  await lockBlobs(tx, 'shared')
  const { index } = xorb
  const now = hub.now().getTime()
  const place = {
    blob: Buffer.from(xorb.blob, 'hex'),
    layout: xorbLayout.serialized,
    blob_offset: 0,
    bytes: xorb.bytes,
    chunks: index.packed,
  }
  const { id } = await tx
    .insertInto('xet_xorb')
    .values({ hash: xorb.hash, ...place, content_bytes: index.contentBytes(0, index.count), created: now, used: now })
    // The same chunks may arrive packed differently: the first form stays.
    .onConflict((c) => c.column('hash').doUpdateSet({ used: now, ...(xorb.lost ? place : {}) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (xorb.lost) {
    await tx.deleteFrom('storage_damage').where('kind', '=', 'xorb').where('item', '=', String(id)).execute()
    await tx.deleteFrom('storage_damage').where('kind', '=', 'large file').where('item', '=', xorb.blob).execute()
  }
  await tx
    .insertInto('xet_xorb_user')
    .values({ xorb_id: id, user_id: userId, created: now })
    .onConflict((c) => c.columns(['xorb_id', 'user_id']).doNothing())
    .execute()
  const eligible = Array.from({ length: index.count }, (_, i) => index.hash(i)).filter(isDedupEligible)
  await rememberChunks(
    tx,
    eligible.map((chunk) => ({ hash: chunk, xorbId: id })),
  )
}

/** Makes xorbs findable by these chunks. */
export async function rememberChunks(tx: Tx, chunks: readonly { hash: Hash; xorbId: number }[]): Promise<void> {
  for (let at = 0; at < chunks.length; at += 500) {
    await tx
      .insertInto('xet_chunk')
      .values(chunks.slice(at, at + 500).map(({ hash, xorbId }) => ({ hash: Buffer.from(hash), xorb_id: xorbId })))
      .onConflict((c) => c.columns(['hash', 'xorb_id']).doNothing())
      .execute()
  }
}

/** Joins small pieces: each one is a message to another thread. */
async function* gathered(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}
