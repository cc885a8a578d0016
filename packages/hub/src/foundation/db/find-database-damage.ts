import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isHubError } from '@portolan/contract'
import { sql } from 'kysely'
import type { DbLocation, Reader } from './db.ts'
import { openReader } from './open-reader.ts'

const run = promisify(execFile)

/** More say nothing new: one bad page is named by every table on it. */
const maxProblems = 20
/** The longest time for one table of Postgres: longer, and it is frozen. Milliseconds. */
const statementMs = 3_600_000

/**
 * Checks the database itself, through connections of its own. SQLite: every page, every index, every foreign key, in another process. Postgres: every
 * foreign key, and that every value can be read. Writes nothing; the hub may be in use.
 * @param signal ends the check
 * @returns what is wrong, as sentences; empty when nothing is
 * @throws {HubError} `database.unavailable`, or the reason of `signal`
 */
export async function findDatabaseDamage(location: DbLocation, signal?: AbortSignal): Promise<string[]> {
  signal?.throwIfAborted()
  return location.dialect === 'sqlite' ? checkSqlite(location.file, signal) : checkPostgres(location, signal)
}

async function checkSqlite(file: string, signal: AbortSignal | undefined): Promise<string[]> {
  const program = join(import.meta.dirname, 'check-sqlite.ts')
  try {
    const { stdout } = await run(process.execPath, [program, file, String(maxProblems)], signal === undefined ? {} : { signal })
    return JSON.parse(stdout) as string[]
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`The check of the database did not end: ${(error as Error).message}`, { cause: error })
  }
}

async function checkPostgres(location: DbLocation, signal: AbortSignal | undefined): Promise<string[]> {
  const db = openReader(location, 1, statementMs)
  try {
    return await problemsOfPostgres(db, signal)
  } finally {
    await db.destroy()
  }
}

async function problemsOfPostgres(db: Reader, signal: AbortSignal | undefined): Promise<string[]> {
  const problems: string[] = []
  const attempt = async (what: string, work: () => Promise<string | null>) => {
    signal?.throwIfAborted()
    try {
      const problem = await work()
      if (problem !== null) problems.push(problem)
    } catch (error) {
      if (isHubError(error, 'database.unavailable')) throw error
      problems.push(`${what}: ${(error as Error).message}`)
    }
  }
  for (const key of await foreignKeys(db)) {
    if (problems.length >= maxProblems) break
    if (!key.validated) problems.push(`the foreign key ${key.name} of ${key.child} is not validated`)
    await attempt(`the foreign key ${key.name} of ${key.child} cannot be checked`, async () => {
      const count = await countOrphans(db, key)
      return count === 0 ? null : `${count} rows of ${key.child} refer to rows of ${key.parent} that do not exist`
    })
  }
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db)
  for (const { name } of rows) {
    if (problems.length >= maxProblems) break
    await attempt(`the table ${name} cannot be read`, async () => {
      // As text: values that are stored apart from their row are read, too.
      await sql`select sum(length(t::text)) from ${sql.table(name)} t`.execute(db)
      return null
    })
  }
  return problems
}

interface ForeignKey {
  readonly name: string
  readonly child: string
  readonly parent: string
  readonly validated: boolean
  readonly columns: readonly string[]
  readonly references: readonly string[]
}

async function foreignKeys(db: Reader): Promise<ForeignKey[]> {
  const columnsOf = (table: 'conrelid' | 'confrelid', keys: 'conkey' | 'confkey') =>
    sql`(select array_agg(a.attname::text order by k.n) from unnest(c.${sql.ref(keys)}) with ordinality k(at, n)
      join pg_attribute a on a.attrelid = c.${sql.ref(table)} and a.attnum = k.at)`
  const { rows } =
    await sql<ForeignKey>`select c.conname as name, child.relname as child, parent.relname as parent, c.convalidated as validated,
      ${columnsOf('conrelid', 'conkey')} as columns, ${columnsOf('confrelid', 'confkey')} as references
    from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and child.relnamespace = current_schema()::regnamespace order by 2, 1`.execute(db)
  return rows
}

async function countOrphans(db: Reader, { child, parent, columns, references }: ForeignKey): Promise<number> {
  const isSet = columns.map((column) => sql`c.${sql.ref(column)} is not null`)
  const isSame = columns.map((column, i) => sql`p.${sql.ref(references[i] ?? '')} = c.${sql.ref(column)}`)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(child)} c
    where ${sql.join(isSet, sql` and `)} and not exists (select 1 from ${sql.table(parent)} p where ${sql.join(isSame, sql` and `)})`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}
