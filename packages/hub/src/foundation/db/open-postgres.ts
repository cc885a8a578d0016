import { Kysely } from 'kysely'
import pg from 'pg'
import { AfterCommit } from './after-commit.ts'
import { databaseFault } from './database-fault.ts'
import { DatabaseProblem } from './database-problem.ts'
import type { Db, DbLocation, Tx } from './db.ts'
import { migrate } from './migrate.ts'
import { observed } from './observe-statements.ts'
import { openPool, PoolDialect } from './postgres-pool.ts'
import type { Database } from './schema.ts'

const serializationFailure = '40001'
const deadlock = '40P01'
const maxAttempts = 3

/**
 * Opens (and migrates) a Postgres 15 or later database.
 * @throws {DatabaseProblem} when it cannot be reached, does not let the hub in, or has tables of another version
 * @param options.statementMs the longest time for one statement; 0, the default, for no limit
 * @param options.schema schema containing the tables; created when missing. For tests that share one server.
 */
export async function openPostgres(
  url: string,
  options: { schema?: string; maxConnections?: number; statementMs?: number } = {},
): Promise<Db> {
  await prepare(url, options.schema)
  // Connections are read-only by default; a transaction of `write` declares in its first statement that it writes.
  const pool = openPool(
    { ...postgresOptions(url, options.schema ?? null, { readOnly: true }), max: options.maxConnections ?? 10 },
    options.statementMs,
  )
  const location: DbLocation = { dialect: 'postgres', url, schema: options.schema ?? null }
  const db = new Kysely<Database>({ dialect: observed(new PoolDialect({ pool }), location) })
  const afterCommit = new AfterCommit()
  const close = () => db.destroy()
  return {
    dialect: 'postgres',
    location,
    read: db,
    async write(work) {
      let current: Tx | undefined
      const result = await writeOnPostgres(db, (tx) => work((current = tx)))
      if (current) afterCommit.run(current)
      return result
    },
    writeAside: (work) => work(),
    afterCommit: (tx, effect) => afterCommit.add(tx, effect),
    isWritable: true,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Runs `work` in a transaction that may write, again if another one was in its way. */
export async function writeOnPostgres<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setAccessMode('read write').execute(work)
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (attempt >= maxAttempts || (code !== serializationFailure && code !== deadlock)) throw error
    }
  }
}

/** Brings the schema up to date, through a connection that is allowed to. */
async function prepare(url: string, schema: string | undefined): Promise<void> {
  const pool = openPool({ ...postgresOptions(url, schema ?? null), max: 1 })
  const db = new Kysely<Database>({ dialect: new PoolDialect({ pool }) })
  try {
    // Without Kysely, whose errors for callers of the API would hide the reason from the operator.
    await pool.query(schema === undefined ? 'select 1' : `create schema if not exists "${schema}"`)
    await migrate(db, 'postgres', schema)
  } catch (error) {
    const fault = databaseFault(error, url)
    throw fault === null ? error : new DatabaseProblem('database.unusable', fault, { cause: error })
  } finally {
    await db.destroy()
  }
}

/**
 * How every connection parses values, and where its tables are.
 * @param readOnly transactions cannot write unless they request `read write`; it costs no query, being part of the connection setup
 */
export function postgresOptions(url: string, schema: string | null, { readOnly = false }: { readOnly?: boolean } = {}): pg.PoolConfig {
  const settings = [
    ...(schema === null ? [] : [`-c search_path=${schema},public`]),
    ...(readOnly ? ['-c default_transaction_read_only=on'] : []),
  ]
  // bigint is returned as a number: every id, size and time here is below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: string) =>
      (oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text')) as (value: string) => unknown,
  }
  return {
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    ...(settings.length === 0 ? {} : { options: settings.join(' ') }),
  }
}
