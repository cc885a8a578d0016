import { formatHash } from '@portolan/xet'
import { lockBlobs } from '../../foundation/blobs/guarded-blob-store.ts'
import { type Reader, type Tx, toBuffer, toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { advanceXetEpoch } from './epoch.ts'

/** A client may reference a xorb up to three weeks after learning of it. Plus a day for the upload itself. Milliseconds. */
const rememberedFor = 22 * 24 * 60 * 60 * 1000

/** Rows freed per transaction. */
const batch = 500

/**
 * Which of these blobs (sha-256, lower-case hex) contain xorbs, and which xorb: they must not be freed. Called by garbage collection.
 * A xorb counts as long as it has a row; {@link sweepXet} deletes the unneeded ones.
 */
export async function xorbsInBlobs(db: Reader | Tx, blobs: readonly string[]): Promise<Map<string, string>> {
  if (blobs.length === 0) return new Map()
  const keys = blobs.map((sha256) => Buffer.from(sha256, 'hex'))
  const rows = await db.selectFrom('xet_xorb').select(['blob', 'hash']).where('blob', 'in', keys).execute()
  return new Map(rows.map(({ blob, hash }) => [toHex(blob), `xorb ${formatHash(toBuffer(hash))}`]))
}

/**
 * Deletes contents that no repo uses any more, and then xorbs that no content consists of and no client can still
 * reference. Their blobs are left to garbage collection. If xorbs were deleted, the store's address changes, so that clients forget them.
 * @returns the number of xorbs deleted
 */
export async function sweepXet(hub: Hub): Promise<number> {
  const unused = hub.now().getTime() - rememberedFor
  while ((await sweepFiles(hub, unused)) === batch);
  let gone = 0
  for (;;) {
    const freed = await hub.db.write(async (tx) => {
      await lockBlobs(tx, 'alone')
      const rows = await tx
        .selectFrom('xet_xorb')
        .select('id')
        .where('used', '<', unused)
        .where((eb) => eb.not(eb.exists(eb.selectFrom('xet_file_xorb').select('sha256').whereRef('xorb_id', '=', 'xet_xorb.id'))))
        .limit(batch)
        .execute()
      const ids = rows.map(({ id }) => id)
      if (ids.length === 0) return 0
      await tx.deleteFrom('xet_chunk').where('xorb_id', 'in', ids).execute()
      await tx.deleteFrom('xet_xorb_user').where('xorb_id', 'in', ids).execute()
      await tx.deleteFrom('xet_xorb').where('id', 'in', ids).execute()
      await advanceXetEpoch(tx)
      return ids.length
    })
    gone += freed
    if (freed < batch) return gone
  }
}

/** An upload records its content for its repo in the same transaction: a content that no repo has belongs to nobody. */
async function sweepFiles(hub: Hub, unused: number): Promise<number> {
  return hub.db.write(async (tx) => {
    await lockBlobs(tx, 'alone')
    const rows = await tx
      .selectFrom('xet_file')
      .select('sha256')
      .where('created', '<', unused)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('repo_lfs').select('repo_id').whereRef('repo_lfs.sha256', '=', 'xet_file.sha256'))))
      .limit(batch)
      .execute()
    const names = rows.map(({ sha256 }) => sha256)
    if (names.length === 0) return 0
    await tx.deleteFrom('xet_file_xorb').where('sha256', 'in', names).execute()
    await tx.deleteFrom('xet_file').where('sha256', 'in', names).execute()
    return names.length
  })
}
