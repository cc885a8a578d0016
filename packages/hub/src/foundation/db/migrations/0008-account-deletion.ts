import { type Kysely, sql } from 'kysely'

/**
 * Accounts that are deleted, or were. `repos`: `delete`, or `move` to `target_id`. `total` and `done` count repos. `ended` is null while work is left;
 * `error` is why the last attempt stopped.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const key = dialect === 'sqlite' ? 'integer' : 'bigint'
  await sql
    .raw(
      `create table account_deletion(account_id ${key} primary key references account(id) on delete cascade, name text not null,
      requested_by text not null, repos text not null, target_id bigint, total int not null, done int not null default 0,
      started bigint not null, ended bigint, error text)`,
    )
    .execute(db)
  await sql.raw('create index account_deletion_started on account_deletion(started)').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('account_deletion').execute()
}
