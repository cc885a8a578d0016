import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { visibility } from '../../foundation/db/visibility.ts'
import type { AccountDeletionTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { formerNameUntil } from '../../identity/accounts/index.ts'
import { toRepo } from '../../repository/access/index.ts'
import { removeRepo, transferRepo } from '../../repository/repos/index.ts'
import { acquireLease, type Lease } from '../garbage-collection/index.ts'
import { eraseRows } from './erase-rows.ts'

/** Repos looked up at once; each has a transaction of its own. */
const reposPerRead = 50

type Deletion = Selectable<AccountDeletionTable>

/**
 * Goes on with the deletions of accounts that have not ended, in short steps, until none is left. Any process may call it at any time: only one of them
 * works, and after its death another goes on where it stopped.
 * @param signal ends it between two steps
 * @throws the first error of a deletion, after trying the others
 */
export async function continueDeletions(hub: Hub, signal?: AbortSignal): Promise<void> {
  const open = hub.db.read.selectFrom('account_deletion').selectAll().where('ended', 'is', null).orderBy('started')
  if ((await open.limit(1).execute()).length === 0) return
  await using lease = await acquireLease(hub, 'delete accounts')
  if (lease === null) return
  const tried = new Set<number>()
  const errors: unknown[] = []
  for (;;) {
    const next = (await open.execute()).find(({ account_id }) => !tried.has(account_id))
    if (next === undefined) break
    tried.add(next.account_id)
    try {
      await work(hub, next, lease, signal)
    } catch (error) {
      if (signal?.aborted === true) return
      errors.push(error)
      await note(hub, next, error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

async function work(hub: Hub, deletion: Deletion, lease: Lease, signal: AbortSignal | undefined): Promise<void> {
  const step = async () => {
    signal?.throwIfAborted()
    lease.keep()
    await yieldToOthers()
  }
  await clearRepos(hub, deletion, step)
  await eraseRows(hub, deletion.account_id, step)
  await hub.db.write(async (tx) => {
    const done = await tx
      .updateTable('account_deletion')
      .set({ ended: hub.now().getTime(), error: null })
      .where('account_id', '=', deletion.account_id)
      .where('ended', 'is', null)
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n) return
    await tx
      .updateTable('former_name')
      .set({ until: formerNameUntil(hub) })
      .where('account_id', '=', deletion.account_id)
      .where('until', 'is', null)
      .execute()
    await recordEvent(tx, hub, { topic: 'account.deletion_ended', actor: null, payload: { account: deletion.name } })
  })
}

/** Deletes or moves the repos one by one. */
async function clearRepos(hub: Hub, deletion: Deletion, step: () => Promise<void>): Promise<void> {
  for (;;) {
    const rows = await hub.db.read
      .selectFrom('repo')
      .selectAll()
      .where('owner_id', '=', deletion.account_id)
      .where('vis', '<', visibility.deleted)
      .orderBy('id')
      .limit(reposPerRead)
      .execute()
    if (rows.length === 0) return
    for (const row of rows) {
      await step()
      await hub.db.write(async (tx) => {
        if (deletion.repos === 'delete' || deletion.target_id === null) await removeRepo(tx, hub, deletion.requested_by, toRepo(row))
        else {
          const target = await tx
            .selectFrom('account')
            .select(['id', 'name', 'disabled'])
            .where('id', '=', deletion.target_id)
            .executeTakeFirst()
          // It may be deleted meanwhile, too. A repo that nobody can reach would be lost.
          if (target?.disabled !== 0) throw new Error('The account that was to get the repositories is suspended or deleted.')
          await transferRepo(tx, hub, deletion.requested_by, toRepo(row), target)
        }
        await tx
          .updateTable('account_deletion')
          .set((eb) => ({ done: eb('done', '+', 1) }))
          .where('account_id', '=', deletion.account_id)
          .execute()
      })
    }
  }
}

async function note(hub: Hub, deletion: Deletion, error: unknown): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await hub.db.write((tx) =>
    tx.updateTable('account_deletion').set({ error: text }).where('account_id', '=', deletion.account_id).execute(),
  )
}
