import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Dialect, Reader, Tx } from '../../foundation/db/db.ts'
import { storedPositions } from '../../foundation/events/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'

/*
 * Rows of either engine as plain values, so that a dump of one can be loaded into the other. Data derived from other tables (indexes, change logs,
 * rendered HTML), short-lived data (the current collector, counts of attempts) and what is about this installation's storage is left out.
 */

/** Any table. */
type AnyDb = Kysely<Record<string, Record<string, unknown>>>

export interface Table {
  readonly name: string
  /** Sorted by name. */
  readonly columns: readonly string[]
}

/** A value in a row: bytes as `{ base64 }`. */
export type Cell = string | number | null | { readonly base64: string }

const leftOut = [
  /^kysely_/,
  /^sqlite_/,
  /^name_tri/,
  /^card_fts/,
  /^repo_change$/,
  /^rendered$/,
  /^gc_lease$/,
  /^blob_freeing$/,
  /^repo_usage$/,
  /^rate_limit$/,
  /^pending_sign_in$/,
  /^used_challenge$/,
  /^backup_run$/,
  /^verify_progress$/,
  /^storage_damage$/,
  /^mail$/,
  /^mail_news$/,
]
/** Tracks whether a name is in SQLite's own index. */
const ownColumns = new Set(['repo.name_indexed'])
const rowsPerFetch = 500
/** Maximum parameters and bytes of one statement. */
const batchRows = 200
const batchBytes = 8 * 1024 * 1024

/** The tables with their columns, referenced tables first. */
export async function listTables(db: Reader, dialect: Dialect): Promise<Table[]> {
  const names = dialect === 'sqlite' ? await sqliteTables(db) : await postgresTables(db)
  const tables: (Table & { readonly parents: readonly string[] })[] = []
  for (const name of names.filter((each) => !leftOut.some((pattern) => pattern.test(each)))) {
    const columns = dialect === 'sqlite' ? await sqliteColumns(db, name) : await postgresColumns(db, name)
    const parents = dialect === 'sqlite' ? await sqliteParents(db, name) : await postgresParents(db, name)
    tables.push({ name, columns: columns.filter((column) => !ownColumns.has(`${name}.${column}`)).toSorted(), parents })
  }
  return inOrder(tables)
}

/** Every row, as values in column order. @param db one connection, inside a transaction */
export async function* readRows(db: Reader, dialect: Dialect, table: Table): AsyncGenerator<Cell[]> {
  const query = (db as unknown as AnyDb).selectFrom(table.name).select([...table.columns])
  const toCells = (row: Record<string, unknown>) => table.columns.map((column) => toCell(row[column]))
  if (dialect === 'sqlite') {
    for await (const row of query.stream()) yield toCells(row)
    return
  }
  // A Postgres query returns all rows at once; a cursor does not.
  await sql`declare rows no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(rowsPerFetch)} from rows`.execute(db)
    for (const row of rows) yield toCells(row)
    if (rows.length < rowsPerFetch) break
  }
  await sql`close rows`.execute(db)
}

/** Inserts rows into an empty table. @param columns their names, in the order of the values; the table may have more, with defaults */
export async function writeRows(db: Tx, name: string, columns: readonly string[], rows: AsyncIterable<readonly Cell[]>): Promise<void> {
  let batch: Record<string, unknown>[] = []
  let bytes = 0
  const flush = async () => {
    if (batch.length > 0) await (db as unknown as AnyDb).insertInto(name).values(batch).execute()
    batch = []
    bytes = 0
  }
  for await (const row of rows) {
    batch.push(Object.fromEntries(columns.map((column, i) => [column, fromCell(row[i] ?? null)])))
    for (const cell of row)
      bytes += typeof cell === 'string' ? cell.length : cell !== null && typeof cell === 'object' ? cell.base64.length : 8
    if (batch.length >= batchRows || bytes >= batchBytes) await flush()
  }
  await flush()
}

/** Counts and digests rows regardless of order: the same rows give the same digest on both engines. */
export class RowDigest {
  rows = 0
  #sum = 0n

  add(row: readonly Cell[]): void {
    this.rows++
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash}`))
  }

  /** 64 hex digits. */
  get digest(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}

/** Passes rows through and digests them. */
export async function* digested(rows: AsyncIterable<Cell[]>, digest: RowDigest): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    digest.add(row)
    yield row
  }
}

/** Call after all rows are inserted: recomputes repo usage and rebuilds SQLite's search indexes. */
export async function finishTables(db: Tx, dialect: Dialect): Promise<void> {
  // The triggers counted before all large files were there.
  await sql`delete from repo_usage`.execute(db)
  await sql`insert into repo_usage(repo_id, large_bytes)
    select l.repo_id, sum(b.size) from repo_lfs l join lfs_blob b on b.sha256 = l.sha256 join repo r on r.id = l.repo_id
    group by l.repo_id`.execute(db)
  if (dialect === 'postgres') {
    // Their transaction ids are those of another cluster. Who reads the outbox begins at its end.
    await db.deleteFrom('setting').where('name', 'in', Object.values(storedPositions)).execute()
    return
  }
  await sql`insert into name_tri(rowid, t) select id, owner || '/' || name from repo where vis < ${sql.lit(visibility.deleted)}`.execute(db)
  await sql`update repo set name_indexed = 1 where vis < ${sql.lit(visibility.deleted)}`.execute(db)
  await sql`insert into card_fts(rowid, t) select repo_id, text from card`.execute(db)
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  throw new TypeError(`a value that a dump cannot contain: ${typeof value}`)
}

function fromCell(cell: Cell): unknown {
  return cell !== null && typeof cell === 'object' ? Buffer.from(cell.base64, 'base64') : cell
}

function inOrder(tables: readonly (Table & { readonly parents: readonly string[] })[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const done = new Set<string>()
  const order: Table[] = []
  const visit = (name: string) => {
    const table = byName.get(name)
    if (table === undefined || done.has(name)) return
    done.add(name)
    for (const parent of table.parents) visit(parent)
    order.push({ name, columns: table.columns })
  }
  for (const { name } of tables) visit(name)
  return order
}

async function names(db: Reader, query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ name }) => name)
}

function sqliteTables(db: Reader): Promise<string[]> {
  return names(db, sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`)
}

function sqliteColumns(db: Reader, table: string): Promise<string[]> {
  return names(db, sql<{ name: string }>`select name from pragma_table_xinfo(${table}) where hidden = 0`)
}

function sqliteParents(db: Reader, table: string): Promise<string[]> {
  return names(db, sql<{ name: string }>`select distinct "table" as name from pragma_foreign_key_list(${table})`)
}

function postgresTables(db: Reader): Promise<string[]> {
  return names(
    db,
    sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  )
}

/** Columns that Postgres fills itself (search vectors, transaction ids) are not data. */
function postgresColumns(db: Reader, table: string): Promise<string[]> {
  return names(
    db,
    sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' and udt_name <> 'xid8'`,
  )
}

function postgresParents(db: Reader, table: string): Promise<string[]> {
  return names(
    db,
    sql<{ name: string }>`select distinct parent.relname as name from pg_constraint c
      join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
      where c.contype = 'f' and child.relname = ${table} and child.relnamespace = current_schema()::regnamespace`,
  )
}
