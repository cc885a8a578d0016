import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

const settingName = 'xet_epoch'

/** Part of the store's address: clients clear their chunk caches when it changes. */
export async function xetEpoch(hub: Hub): Promise<number> {
  const row = await hub.db.read.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  return row === undefined ? 1 : Number(row.value)
}

/**
 * Call in the transaction that frees xorbs which clients may still remember, or that restores a backup.
 * @param atLeast the lowest new epoch. A restored hub does not know which epochs it used after the backup; a time in seconds is above all of them.
 */
export async function advanceXetEpoch(tx: Tx, atLeast = 2): Promise<void> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  const value = String(Math.max(atLeast, row === undefined ? 2 : Number(row.value) + 1))
  await tx
    .insertInto('setting')
    .values({ name: settingName, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()
}
