import { type Kysely, sql } from 'kysely'

/** Signing in from a device without a browser of its own (RFC 8628). */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const blob = dialect === 'sqlite' ? 'blob' : 'bytea'
  await sql
    .raw(
      `create table device_login(device_hash ${blob} primary key, user_code text not null unique, client_id text not null, state text not null,
    user_id bigint references account(id) on delete cascade, role text, address text, user_agent text,
    created bigint not null, expires bigint not null, polled bigint)`,
    )
    .execute(db)
  await sql`create index device_login_expires on device_login(expires)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device_login`.execute(db)
}
