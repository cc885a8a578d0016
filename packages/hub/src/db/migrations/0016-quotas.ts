import { type Kysely, sql } from 'kysely'

/**
 * What each repo takes, and what an owner may take. `large_bytes` is kept by triggers: every large file that the repo holds in any revision, in
 * pull requests, and uploaded but not committed. `git_bytes` is git's objects as they were counted at `counted`.
 * `account.storage_quota`: bytes; null for the default, -1 for no limit.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table account add column storage_quota bigint')
  await run(`create table repo_usage(repo_id ${dialect === 'sqlite' ? 'integer' : 'bigint'} primary key references repo(id) on delete cascade,
    large_bytes bigint not null default 0, git_bytes bigint not null default 0, counted bigint not null default 0)`)
  await run(`insert into repo_usage(repo_id, large_bytes)
    select l.repo_id, sum(b.size) from repo_lfs l join lfs_blob b on b.sha256 = l.sha256 join repo r on r.id = l.repo_id group by l.repo_id`)
  if (dialect === 'sqlite') {
    const size = (row: string) => `coalesce((select size from lfs_blob where sha256 = ${row}.sha256), 0)`
    await run(`create trigger repo_lfs_added after insert on repo_lfs begin
      insert into repo_usage(repo_id, large_bytes) values (new.repo_id, ${size('new')})
      on conflict(repo_id) do update set large_bytes = large_bytes + excluded.large_bytes; end`)
    await run(`create trigger repo_lfs_removed after delete on repo_lfs begin
      update repo_usage set large_bytes = large_bytes - ${size('old')} where repo_id = old.repo_id; end`)
    return
  }
  await run(`create function count_repo_lfs() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into repo_usage(repo_id, large_bytes)
        select n.repo_id, sum(b.size) from new_rows n join lfs_blob b on b.sha256 = n.sha256 group by n.repo_id
        on conflict(repo_id) do update set large_bytes = repo_usage.large_bytes + excluded.large_bytes;
    else
      update repo_usage u set large_bytes = u.large_bytes - gone.bytes
        from (select o.repo_id, sum(b.size) as bytes from old_rows o join lfs_blob b on b.sha256 = o.sha256 group by o.repo_id) gone
        where u.repo_id = gone.repo_id;
    end if;
    return null; end $$`)
  const each = 'for each statement execute function count_repo_lfs()'
  await run(`create trigger repo_lfs_added after insert on repo_lfs referencing new table as new_rows ${each}`)
  await run(`create trigger repo_lfs_removed after delete on repo_lfs referencing old table as old_rows ${each}`)
}

export async function down(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const of = dialect === 'sqlite' ? '' : ' on repo_lfs'
  await run(`drop trigger repo_lfs_added${of}`)
  await run(`drop trigger repo_lfs_removed${of}`)
  if (dialect === 'postgres') await run('drop function count_repo_lfs()')
  await run('drop table repo_usage')
  await run('alter table account drop column storage_quota')
}
