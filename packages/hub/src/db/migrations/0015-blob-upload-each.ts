import { type Kysely, sql } from 'kysely'

/**
 * Every upload says by itself that a blob is about to be recorded (`blob_upload.id`). With one row for all uploads of the same bytes the first that was
 * recorded took the protection of the others away. The rows live for a day at most: none needs to be kept.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql.raw('drop table blob_upload').execute(db)
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
  await sql.raw(`create table blob_upload(id text primary key, sha256 ${bytes} not null, expires bigint not null)`).execute(db)
  await sql.raw('create index blob_upload_sha256 on blob_upload(sha256)').execute(db)
}

export async function down(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql.raw('drop table blob_upload').execute(db)
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
  await sql.raw(`create table blob_upload(sha256 ${bytes} primary key, expires bigint not null)`).execute(db)
}
