import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseProblem } from './database-problem.ts'
import type { Dialect } from './db.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { unreleased } from './unreleased.ts'

/** A migration imports only Kysely, so that it means the same in two years. Never edit one that has shipped. */
export interface PortableMigration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
  down(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .toSorted()

/** All of `migrations/`, by file name without extension, in order. A new file there is a new migration; `npm run check` guards their names and content. */
export const migrations: Readonly<Record<string, PortableMigration>> = Object.fromEntries(
  await Promise.all(
    files.map(async (file): Promise<[string, PortableMigration]> => [
      file.slice(0, -'.ts'.length),
      (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as PortableMigration,
    ]),
  ),
)

/**
 * Brings the schema up to date, safely even if others do so concurrently. Takes no lock when there is nothing to do.
 * @throws {DatabaseProblem} when this version cannot migrate the database
 * @throws the first migration's error; the database is left unchanged
 */
export async function migrate(db: Kysely<any>, dialect: Dialect, schema?: string): Promise<void> {
  const made = await appliedMigrations(db, dialect, schema)
  await requireKnown(db, dialect, made)
  if (made.length === Object.keys(migrations).length) return
  const { error } = await migratorFor(db, dialect, schema).migrateToLatest()
  if (!error) return
  // Another process, possibly of a different version, may have been first.
  await requireKnown(db, dialect, await appliedMigrations(db, dialect, schema))
  throw error
}

/**
 * Refuses databases that this version can neither use nor migrate. Changes nothing.
 * @param made the migrations that were applied to it
 * @throws {DatabaseProblem}
 */
export async function requireKnown(db: Kysely<any>, dialect: Dialect, made: readonly string[]): Promise<void> {
  if (made.some((name) => unreleased.has(name)) || (made.length === 1 && (await isUnreleasedInitial(db, dialect))))
    throw new DatabaseProblem(
      'database.unreleased',
      'This database was created before version 0.1.0 and cannot be migrated in place. Run `portolan backup` with the version that created it, then `portolan restore` with this version into an empty data folder (docs/operate/upgrade.md).',
    )
  const unknown = made.filter((name) => migrations[name] === undefined)
  if (unknown.length > 0)
    throw new DatabaseProblem(
      'database.newer',
      `A newer version of Portolan has migrated this database to ${unknown.at(-1)}, which cannot be undone. Start that version, or restore a backup from before the upgrade (docs/operate/upgrade.md).`,
    )
}

/** The first migration before 0.1.0 has the same name as that of 0.1.0. Only checked while no later one has been applied. */
async function isUnreleasedInitial(db: Kysely<any>, dialect: Dialect): Promise<boolean> {
  const columns =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info('audit') where name = 'repo_uid'`
      : sql<{ name: string }>`select attname as name from pg_attribute where attrelid = to_regclass('audit') and attname = 'repo_uid'`
  return (await columns.execute(db)).rows.length === 0
}

/**
 * The migrator itself, for tests and the command line.
 * @param list used instead of all migrations
 */
export function migratorFor(
  db: Kysely<any>,
  dialect: Dialect,
  schema?: string,
  list: Readonly<Record<string, PortableMigration>> = migrations,
): Migrator {
  return new Migrator({
    db,
    // Otherwise a bookkeeping table in another schema of the same database is mistaken for ours.
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(list).map(([name, migration]): [string, Migration] => [
            name,
            { up: (k) => migration.up(k, dialect), down: (k) => migration.down(k, dialect) },
          ]),
        ),
    },
  })
}
