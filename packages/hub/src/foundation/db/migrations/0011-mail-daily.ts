import { type Kysely, sql } from 'kysely'

/** `mail_preference.daily`: JSON string[], the kinds of news that somebody gets once a day. When they last got some is not needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table mail_preference add column daily text not null default '[]'").execute(db)
  await sql.raw('alter table mail_preference drop column last_news').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table mail_preference add column last_news bigint not null default 0').execute(db)
  await sql.raw('alter table mail_preference drop column daily').execute(db)
}
