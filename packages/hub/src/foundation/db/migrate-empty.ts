import { Kysely } from 'kysely'
import type { DbLocation } from './db.ts'
import { migrations, migratorFor, type PortableMigration } from './migrate.ts'
import { postgresOptions } from './open-postgres.ts'
import { openPool, PoolDialect } from './postgres-pool.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/**
 * Takes an empty database back to the schema of an earlier migration, lets `fill` insert rows, and migrates it to the latest version again. If `fill`
 * throws, the database ends up empty and up to date.
 * @param until names of the migrations the rows were created with
 * @param list used instead of all migrations
 */
export async function migrateEmpty<T>(
  location: DbLocation,
  until: readonly string[],
  fill: () => Promise<T>,
  list: Readonly<Record<string, PortableMigration>> = migrations,
): Promise<T> {
  const last = Object.keys(list)
    .toSorted()
    .findLast((name) => until.includes(name))
  if (last === undefined || until.length === Object.keys(list).length) return fill()
  const sqlite = location.dialect === 'sqlite'
  const db = new Kysely<unknown>({
    dialect: sqlite
      ? sqliteDialect(sqliteConnection(location.file))
      : new PoolDialect({ pool: openPool({ ...postgresOptions(location.url, location.schema), max: 2 }) }),
  })
  const migrator = migratorFor(db, location.dialect, sqlite ? undefined : (location.schema ?? undefined), list)
  try {
    const down = await migrator.migrateTo(last)
    if (down.error) throw down.error
    const filled = await Promise.allSettled([fill()])
    const up = await migrator.migrateToLatest()
    if (filled[0].status === 'rejected') throw filled[0].reason
    if (up.error) throw up.error
    return filled[0].value
  } finally {
    await db.destroy()
  }
}
