import { type Kysely, sql } from 'kysely'
import type { Dialect } from './db.ts'

/**
 * Names of the migrations applied to a database, in order; none when it is empty. Changes nothing.
 * @param schema Postgres schema, if it is not the connection's first one
 */
export async function appliedMigrations(db: Kysely<any>, dialect: Dialect, schema?: string): Promise<string[]> {
  const table = schema === undefined ? sql.table('kysely_migration') : sql.table(`${schema}.kysely_migration`)
  const there =
    dialect === 'sqlite'
      ? sql<{ there: number }>`select count(*) as there from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql<{
          there: number
        }>`select case when to_regclass(${`${schema === undefined ? '' : `"${schema}".`}kysely_migration`}) is null then 0 else 1 end as there`
  if ((await there.execute(db)).rows[0]?.there !== 1) return []
  return (await sql<{ name: string }>`select name from ${table} order by name`.execute(db)).rows.map(({ name }) => name)
}
