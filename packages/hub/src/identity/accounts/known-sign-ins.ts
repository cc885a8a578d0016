import { createHash } from 'node:crypto'
import type { Tx } from '../../foundation/db/db.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { addressBlock } from './address-block.ts'

/**
 * Remembers the browser and the network of a sign-in, and tells the owner of the account when one of them is new. The first sign-in that the hub sees is
 * told to nobody.
 */
export async function noteSignIn(
  tx: Tx,
  hub: Hub,
  userId: number,
  { userAgent, address }: { readonly userAgent: string | null; readonly address: string | null },
): Promise<void> {
  if (!hub.config.sendsMail) return
  const seen = hub.now().getTime()
  // Without numbers: a browser that updates itself is the same.
  const marks = [
    `browser ${(userAgent ?? '').replaceAll(/[\d._]+/g, '')}`,
    ...(address === null ? [] : [`network ${addressBlock(address)}`]),
  ]
  const known = await tx.selectFrom('known_sign_in').select('hash').where('user_id', '=', userId).limit(1).executeTakeFirst()
  let isNew = false
  for (const mark of marks) {
    const hash = createHash('sha256').update(mark).digest()
    const { numUpdatedRows } = await tx
      .updateTable('known_sign_in')
      .set({ seen })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    isNew = true
    await tx
      .insertInto('known_sign_in')
      .values({ user_id: userId, hash, seen })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (isNew && known) await tellAccount(tx, hub, userId, { kind: 'sign-in', userAgent })
}
