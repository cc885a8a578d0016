import { type Kysely, sql } from 'kysely'

/**
 * Lets readers follow the outbox without a gap, and gives long work a place to say how far it is.
 * On Postgres rows commit out of the order of their ids; `xid` tells which ones a snapshot did not show yet.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (dialect === 'postgres') {
    await run('alter table event add column xid xid8 not null default pg_current_xact_id()')
    await run('create index event_xid on event(xid)')
  }
  await run('create index event_at on event(at)')
  await run(`create table progress(id text primary key, kind text not null, title text not null,
    repo_id bigint references repo(id) on delete cascade, user_id bigint references account(id) on delete cascade,
    done bigint not null default 0, total bigint, unit text not null, state text not null, message text, started bigint not null, updated bigint not null)`)
  await run('create index progress_repo on progress(repo_id)')
  await run('create index progress_user on progress(user_id)')
}

export async function down(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('drop table progress')
  await run('drop index event_at')
  if (dialect === 'postgres') {
    await run('drop index event_xid')
    await run('alter table event drop column xid')
  }
}
