import { type Kysely, sql } from 'kysely'

/** Calls of models per UTC day (days since 1970), caller and payer. Account 0 is nobody; models by name, for they may be deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table inference_usage(day int not null, user_id bigint not null, org_id bigint not null, model text not null, upstream text not null,
        requests bigint not null, prompt_tokens bigint not null, completion_tokens bigint not null, failed bigint not null,
        primary key(day, user_id, org_id, model, upstream))`,
    )
    .execute(db)
  await sql.raw('create index inference_usage_org on inference_usage(org_id, day)').execute(db)
  await sql.raw('create index inference_usage_user on inference_usage(user_id, day)').execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table inference_usage').execute(db)
}
