import { type Kysely, sql } from 'kysely'

/**
 * Contents that are stored as chunks. A xorb holds many chunks and lies in the blob store; a file is a list of runs of chunks. `xet_xorb.layout`: 0 as
 * a client serialised it, 1 the bare contents of its chunks, one after another, from `blob_offset` of a blob on. `xet_chunk` finds xorbs by
 * some of their chunks: the first of each file, and one in 1,024.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const bytes = dialect === 'sqlite' ? 'blob' : 'bytea'
  const id = dialect === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
  for (const statement of [
    `create table xet_xorb(id ${id}, hash ${bytes} not null unique, blob ${bytes} not null, layout int not null, blob_offset bigint not null,
      bytes bigint not null, content_bytes bigint not null, chunks ${bytes} not null, created bigint not null, used bigint not null)`,
    'create index xet_xorb_blob on xet_xorb(blob)',
    'create table xet_xorb_user(xorb_id bigint not null, user_id bigint not null, created bigint not null, primary key(xorb_id, user_id))',
    `create table xet_chunk(hash ${bytes} not null, xorb_id bigint not null, primary key(hash, xorb_id))`,
    'create index xet_chunk_xorb on xet_chunk(xorb_id)',
    `create table xet_file(sha256 ${bytes} primary key, hash ${bytes} not null, size bigint not null, terms ${bytes} not null, created bigint not null)`,
    'create index xet_file_hash on xet_file(hash)',
    `create table xet_file_xorb(xorb_id bigint not null, sha256 ${bytes} not null, primary key(xorb_id, sha256))`,
    'create index xet_file_xorb_file on xet_file_xorb(sha256)',
  ]) {
    await sql.raw(statement).execute(db)
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['xet_file_xorb', 'xet_file', 'xet_chunk', 'xet_xorb_user', 'xet_xorb'])
    await sql.raw(`drop table ${table}`).execute(db)
}
