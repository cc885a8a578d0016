import { type Kysely, sql } from 'kysely'

/**
 * `space_subdomain`: the name before the dot in a Space's address, one per Space; `full_name` is the name that it was made from.
 * `space_variable`: what a Space's pages find in `window.huggingface.variables`; visible to whoever sees the Space.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table space_subdomain(label text primary key, repo_id bigint not null unique references repo(id) on delete cascade,
        full_name text not null)`,
    )
    .execute(db)
  await sql
    .raw(
      `create table space_variable(repo_id bigint not null references repo(id) on delete cascade, name text not null, value text not null,
        description text, updated bigint not null, primary key(repo_id, name))`,
    )
    .execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table space_variable').execute(db)
  await sql.raw('drop table space_subdomain').execute(db)
}
