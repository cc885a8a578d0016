import { type Kysely, sql } from 'kysely'

/**
 * Accounts of programs: `is_robot`; `robot_org` is the organisation that they belong to, null for those of the hub's administrators; `made_by` who
 * made them, by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table account add column is_robot int not null default 0').execute(db)
  await sql.raw('alter table account add column robot_org bigint').execute(db)
  await sql.raw('alter table account add column made_by text').execute(db)
  await sql.raw('create index account_robots on account(robot_org, id) where is_robot = 1').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop index account_robots').execute(db)
  for (const column of ['made_by', 'robot_org', 'is_robot']) await sql.raw(`alter table account drop column ${column}`).execute(db)
}
