import { type Kysely, sql } from 'kysely'

/** Links by which somebody who forgot a password sets a new one: the sha-256 of the code, whose account, who made it, and until when it counts. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const [bytes, id] = dialect === 'sqlite' ? ['blob', 'integer'] : ['bytea', 'bigint']
  await sql
    .raw(
      `create table password_reset(code_hash ${bytes} primary key, user_id ${id} not null references account(id) on delete cascade,
      made_by text not null, created bigint not null, expires bigint not null)`,
    )
    .execute(db)
  await sql.raw('create index password_reset_user on password_reset(user_id)').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('password_reset').execute()
}
