import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import type { SqliteDatabase } from 'kysely'
import type pg from 'pg'
import type { HubConfig } from '../../config.ts'
import { appliedMigrations } from '../../foundation/db/applied-migrations.ts'
import { databaseFault, placeOf } from '../../foundation/db/database-fault.ts'
import { DatabaseProblem } from '../../foundation/db/database-problem.ts'
import { migrations, requireKnown } from '../../foundation/db/migrate.ts'
import { postgresOptions } from '../../foundation/db/open-postgres.ts'
import { openPool, PoolDialect } from '../../foundation/db/postgres-pool.ts'
import type { Database } from '../../foundation/db/schema.ts'
import { type EncryptionState, encryptionState, Keyring, unreadableValues } from '../../foundation/encryption/index.ts'
import { clockFinding, type Finding, findings } from './finding.ts'

const { ok, warning, problem } = findings('database')

/** How long Postgres may take for one of these small queries. Milliseconds. */
const statementMs = 10_000
const oldestPostgres = 15

/**
 * Checks the database without changing it: reachable, of a version that can be used, with the rights that the hub needs, and up to date.
 * A server may be running.
 */
export async function checkDatabase({
  databaseUrl,
  dataDir,
  encryptionKeys,
}: Pick<HubConfig, 'databaseUrl' | 'dataDir' | 'encryptionKeys'>): Promise<Finding[]> {
  const keys = new Keyring(encryptionKeys)
  try {
    return databaseUrl === null ? await checkSqlite(join(dataDir, 'hub.db'), keys) : await checkPostgres(databaseUrl, keys)
  } catch (error) {
    if (error instanceof DatabaseProblem) return [problem(error.message)]
    const { message } = error as Error
    return [
      problem(
        (databaseUrl === null ? null : databaseFault(error, databaseUrl)) ?? `The database cannot be read (${message}): see its log.`,
      ),
    ]
  }
}

async function checkSqlite(file: string, keys: Keyring): Promise<Finding[]> {
  if (!existsSync(file)) return [ok('There is no database yet; the first start makes one (SQLite).')]
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch {
    return [problem(`${file} may not be written: give it to the user of the hub (chown), with the right to write (chmod u+rw).`)]
  }
  const raw = new DatabaseSync(file, { readOnly: true, timeout: statementMs })
  // Kysely closes it with the dialect; only its queries are needed here.
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: readOnly(raw) }) })
  try {
    return await contentFindings(db, 'sqlite', `SQLite ${String(process.versions['sqlite'])}`, keys)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') throw error
    return [
      problem(`${file} cannot be read (${(error as Error).message}): restore a backup into an empty folder (docs/operate/backup.md).`),
    ]
  } finally {
    await db.destroy()
    if (raw.isOpen) raw.close()
  }
}

function readOnly(raw: DatabaseSync): SqliteDatabase {
  return {
    close: () => raw.close(),
    prepare(sql) {
      const statement = raw.prepare(sql)
      return {
        reader: true,
        all: (parameters) => statement.all(...(parameters as never[])),
        run: (parameters) => statement.run(...(parameters as never[])),
        iterate: (parameters) => statement.iterate(...(parameters as never[])) as IterableIterator<never>,
      }
    },
  }
}

async function checkPostgres(url: string, keys: Keyring): Promise<Finding[]> {
  const pool = openPool({ ...postgresOptions(url, null, { readOnly: true }), max: 1 }, statementMs)
  try {
    const sent = Date.now()
    const { rows } = await pool.query<Record<string, string | null> & { now: number }>(`select
      current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
      current_setting('default_transaction_read_only') as "readOnly", current_schema() as schema,
      has_schema_privilege(coalesce(current_schema(), 'pg_catalog'), 'create')::text as "mayCreate",
      pg_is_in_recovery()::text as standby,
      (select count(*) from pg_available_extensions where name = 'pg_trgm')::text as trgm,
      extract(epoch from clock_timestamp())::float8 * 1000 as now`)
    const answered = Date.now()
    const found = rows[0]
    if (found === undefined) throw new Error('no answer')
    const place = placeOf(url)
    const major = Number(found['major'])
    const problems = [
      major < oldestPostgres && `Postgres at ${place} has version ${found['version']}: upgrade it to ${oldestPostgres} or later.`,
      found['standby'] === 'true' && `Postgres at ${place} is a standby, which takes no writes: name the primary in PORTOLAN_DATABASE_URL.`,
      found['readOnly'] !== 'on' &&
        `What stands between the hub and Postgres at ${place} drops the startup parameter "options": connect directly, or let the pooler forward it.`,
      (found['schema'] === null || found['mayCreate'] !== 'true') &&
        `The user may not create tables in ${place}: make it the owner of the database.`,
      found['trgm'] === '0' && `Postgres at ${place} lacks the extension pg_trgm: install its contrib modules.`,
    ].filter((message) => message !== false)
    const clock = clockFinding('the database', (sent + answered) / 2 - found.now, (answered - sent) / 2)
    if (problems.length > 0) return [...problems.map(problem), clock]
    return [...(await contentFindings(postgresReader(pool), 'postgres', `Postgres ${found['version']} at ${place}`, keys)), clock]
  } finally {
    await pool.end()
  }
}

function postgresReader(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PoolDialect({ pool }) })
}

async function contentFindings(db: Kysely<Database>, dialect: 'sqlite' | 'postgres', what: string, keys: Keyring): Promise<Finding[]> {
  const migrated = await migrationState(db, dialect, what)
  return migrated.isComplete ? [migrated.finding, ...encryptionFindings(await encryptionState(db, keys), keys)] : [migrated.finding]
}

const encryption = findings('encryption')

/** Whether the secrets in the database can be read, and are encrypted as the settings say. */
export function encryptionFindings(state: EncryptionState, { currentId }: Keyring): Finding[] {
  const lost = unreadableValues(state)
  if (lost !== null)
    return [
      encryption.problem(`${lost}: set the key, or give these secrets up with portolan encrypt --give-up (docs/operate/encryption.md).`),
    ]
  if (currentId === null)
    return [
      encryption.warning(
        'The secrets in the database are not encrypted: set PORTOLAN_ENCRYPTION_KEY (docs/operate/encryption.md), so that a copy of the database gives nobody its signing keys.',
      ),
    ]
  const older = [...state.older.values()].reduce((sum, count) => sum + count, 0)
  const rest = state.plain + older
  if (rest > 0)
    return [
      encryption.warning(
        `${rest} secrets are not yet encrypted with key ${currentId}${older > 0 ? ` (${older} still need ${[...state.older.keys()].join(', ')})` : ''}: run portolan encrypt, or restart the hub.`,
      ),
    ]
  return [
    encryption.ok(`All secrets in the database are encrypted with key ${currentId}; other keys in PORTOLAN_ENCRYPTION_KEY are not needed.`),
  ]
}

async function migrationState(
  db: Kysely<Database>,
  dialect: 'sqlite' | 'postgres',
  what: string,
): Promise<{ finding: Finding; isComplete: boolean }> {
  const made = await appliedMigrations(db, dialect)
  await requireKnown(db, dialect, made)
  const wanted = Object.keys(migrations).length
  if (made.length === 0) return { finding: ok(`${what} is empty; the first start makes the tables.`), isComplete: false }
  if (made.length === wanted) return { finding: ok(`${what} is up to date.`), isComplete: true }
  const advice = `${what} lacks ${wanted - made.length} migrations, which the next start applies: make a backup first (portolan backup).`
  return { finding: warning(advice), isComplete: false }
}
