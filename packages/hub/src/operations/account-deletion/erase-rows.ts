import { sql } from 'kysely'
import type { Dialect, Reader, Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/** Rows per transaction. */
const perStep = 200

/** What refers to an account and stays when it is deleted, with the reason. */
export const keptReferences: Readonly<Record<string, string>> = {
  'repo.owner_id': 'deleted repos can be restored until garbage collection frees them',
  'former_name.account_id': 'keeps the name taken',
  'account_deletion.account_id': 'the record of the deletion itself',
}

/** What refers to an account without a foreign key and goes with it. Columns not named here say who wrote something that stays. */
const looseReferences = [
  ['repo_lfs_holder', 'user_id'],
  ['lfs_upload', 'user_id'],
  ['invite', 'created_by'],
  ['device_login', 'user_id'],
  ['oauth_app', 'owner_id'],
] as const

/** What a row of a table takes along, so that a step stays short: its own rows go first. */
const heavy = [
  { table: 'webhook_delivery', column: 'webhook_id', parent: 'webhook', owner: 'user_id' },
  { table: 'collection_item', column: 'collection_id', parent: 'collection', owner: 'owner_id' },
  { table: 'collection_upvote', column: 'collection_id', parent: 'collection', owner: 'owner_id' },
  { table: 'oauth_grant', column: 'app_id', parent: 'oauth_app', owner: 'owner_id' },
] as const

/**
 * Removes everything that belongs to an account, a few rows per transaction; its own row stays, for comments and deleted repos refer to it.
 * A table that refers to accounts by a foreign key with `on delete cascade` needs no entry here.
 * @param step called before each transaction; may throw to stop
 */
export async function eraseRows(hub: Hub, accountId: number, step: () => Promise<void>): Promise<void> {
  await repeat(hub, step, (tx) => takeLikesBack(tx, accountId))
  await repeat(hub, step, (tx) => takeUpvotesBack(tx, accountId))
  for (const { table, column, parent, owner } of heavy) {
    const mine = sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${sql.ref(owner)} = ${accountId})`
    await repeat(hub, step, (tx) => eraseSome(tx, hub.db.dialect, table, mine))
  }
  const references = [...(await referencesToAccounts(hub.db.read, hub.db.dialect)), ...looseReferences]
  for (const [table, column] of references) {
    if (`${table}.${column}` in keptReferences) continue
    await repeat(hub, step, (tx) => eraseSome(tx, hub.db.dialect, table, sql`${sql.ref(column)} = ${accountId}`))
  }
}

/** @param some erases a few rows; resolves to how many */
async function repeat(hub: Hub, step: () => Promise<void>, some: (tx: Tx) => Promise<number>): Promise<void> {
  for (;;) {
    await step()
    if ((await hub.db.write(some)) < perStep) return
  }
}

async function eraseSome(tx: Tx, dialect: Dialect, table: string, condition: ReturnType<typeof sql>): Promise<number> {
  const id = sql.ref(dialect === 'sqlite' ? 'rowid' : 'ctid')
  // An invitation that somebody has used says who let them in.
  const unused = table === 'invite' ? sql`and used_by is null` : sql``
  const some = sql`select ${id} from ${sql.table(table)} where ${condition} ${unused} limit ${sql.lit(perStep)}`
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${id} in (${some})`.execute(tx)
  return Number(numAffectedRows)
}

async function takeLikesBack(tx: Tx, userId: number): Promise<number> {
  const liked = await tx.selectFrom('repo_like').select('repo_id').where('user_id', '=', userId).orderBy('repo_id').limit(perStep).execute()
  if (liked.length === 0) return 0
  const ids = liked.map(({ repo_id }) => repo_id)
  await tx.deleteFrom('repo_like').where('user_id', '=', userId).where('repo_id', 'in', ids).execute()
  await tx
    .updateTable('repo')
    .set({ likes: sql`likes - 1`, trending: sql`case when trending > 10 then trending - 10 else 0 end` })
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

async function takeUpvotesBack(tx: Tx, userId: number): Promise<number> {
  const upvoted = await tx.selectFrom('collection_upvote').select('collection_id').where('user_id', '=', userId).limit(perStep).execute()
  if (upvoted.length === 0) return 0
  const ids = upvoted.map(({ collection_id }) => collection_id)
  await tx.deleteFrom('collection_upvote').where('user_id', '=', userId).where('collection_id', 'in', ids).execute()
  await tx
    .updateTable('collection')
    .set({ upvotes: sql`upvotes - 1` })
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

/** Every column with a foreign key to an account: table and column, by name. */
export async function referencesToAccounts(db: Reader, dialect: Dialect): Promise<(readonly [table: string, column: string])[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<Reference>`select m.name as "table", f."from" as "column" from sqlite_master m, pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = 'account' order by 1, 2`
      : sql<Reference>`select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'account'::regclass order by 1, 2`
  ).execute(db)
  return rows.map((row) => [row.table, row.column] as const)
}

interface Reference {
  readonly table: string
  readonly column: string
}
