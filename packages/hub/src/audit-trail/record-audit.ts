import type { Tx } from '../db/db.ts'
import { currentCaller } from './caller.ts'

/** Not writes of anybody: how far work is, and what people are told. */
const unaudited = new Set(['progress.changed', 'notification.changed'])

/** Notes a write in the audit log, in the transaction of the write itself. */
export async function recordAudit(
  tx: Tx,
  entry: { at: number; topic: string; actor: string | null; repoId: number | null; payload: string },
): Promise<void> {
  if (unaudited.has(entry.topic)) return
  const { address, via, requestId } = currentCaller()
  await tx
    .insertInto('audit')
    .values({
      at: entry.at,
      topic: entry.topic,
      actor: entry.actor,
      repo_id: entry.repoId,
      payload: entry.payload,
      address,
      via,
      request_id: requestId,
    })
    .execute()
}
