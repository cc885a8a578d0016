import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { AfterCommit } from './after-commit.ts'
import type { Db, Tx } from './db.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'

const serialisationFailure = '40001'
const deadlock = '40P01'
const maxAttempts = 3

/**
 * Opens (and migrates) a Postgres 15 or later database.
 * @param options.schema tables live in this schema; created when missing. For tests that share one server.
 */
export async function openPostgres(url: string, options: { schema?: string; maxConnections?: number } = {}): Promise<Db> {
  const pool = new pg.Pool({ ...postgresOptions(url, options.schema ?? null), max: options.maxConnections ?? 10 })
  // Without a listener an idle connection that the server ends would end this process too.
  pool.on('error', () => {})
  if (options.schema !== undefined) await pool.query(`create schema if not exists "${options.schema}"`)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, 'postgres', options.schema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const afterCommit = new AfterCommit()
  const close = () => db.destroy()
  return {
    dialect: 'postgres',
    location: { dialect: 'postgres', url, schema: options.schema ?? null },
    read: db,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        let current: Tx | undefined
        try {
          const result = await db.transaction().execute((tx) => work((current = tx)))
          if (current) afterCommit.run(current)
          return result
        } catch (error) {
          const code = (error as { code?: unknown }).code
          if (attempt >= maxAttempts || (code !== serialisationFailure && code !== deadlock)) throw error
        }
      }
    },
    afterCommit: (tx, effect) => afterCommit.add(tx, effect),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** How every connection reads values, and where its tables are. */
export function postgresOptions(url: string, schema: string | null): pg.PoolConfig {
  // bigint comes back as a number: every id, size and time here stays below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: string) =>
      (oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text')) as (value: string) => unknown,
  }
  return {
    connectionString: url,
    types: types as pg.CustomTypesConfig,
    ...(schema === null ? {} : { options: `-c search_path=${schema},public` }),
  }
}
