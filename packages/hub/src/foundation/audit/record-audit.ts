import type { Tx } from '../db/db.ts'
import { currentCaller } from './caller.ts'

/** Not writes by anyone: progress of jobs, and notifications. */
const unaudited = new Set(['progress.changed', 'notification.changed'])

/**
 * Records a write in the audit log, in the transaction of the write itself. Its subject may be renamed or gone when someone reads the row, so the row
 * contains current names and public ids, and no row ids.
 */
export async function recordAudit(
  tx: Tx,
  entry: { at: number; topic: string; actor: string | null; repoId: number | null; payload: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { at, topic, actor, repoId } = entry
  if (unaudited.has(topic)) return
  const { address, via, requestId } = currentCaller()
  const payload = JSON.stringify(await withoutRowIds(tx, entry.payload))
  const caller = { address, via, request_id: requestId }
  await tx
    .insertInto('audit')
    .values((eb) => {
      const row = eb.selectFrom('repo').where('repo.id', '=', repoId ?? 0)
      const ofActor = eb.selectFrom('account').where((is) => is(is.fn<string>('lower', ['name']), '=', actor?.toLowerCase() ?? ''))
      const ofRepo = {
        repo_uid: row.select('uid'),
        repo_kind: row.select('kind'),
        repo_owner: row.select('owner'),
        repo_owner_uid: row.innerJoin('account', 'account.id', 'repo.owner_id').select('account.uid'),
        repo_name: row.select('name'),
      }
      return { at, topic, actor, actor_uid: ofActor.select('uid'), ...(repoId === null ? {} : ofRepo), payload, ...caller }
    })
    .execute()
}

/** Events reference people by row id (`userId`), for internal use; this log outlives the row. */
async function withoutRowIds(tx: Tx, payload: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const { userId, ...rest } = payload
  if (typeof userId !== 'number') return payload
  const account = await tx.selectFrom('account').select(['name', 'uid']).where('id', '=', userId).executeTakeFirst()
  return { user: account?.name ?? null, ...rest, userUid: account?.uid ?? null }
}
