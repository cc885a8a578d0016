import { HubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { advanceSequences } from './last-ids.ts'
import { type Cell, digested, finishTables, listTables, readRows, RowDigest, type Table, writeRows } from './tables.ts'

/** Rows to insert into a table, and their expected totals. */
export interface Source {
  readonly name: string
  readonly columns: readonly string[]
  rows(): AsyncIterable<Cell[]> | Promise<AsyncIterable<Cell[]>>
  /** The last row id assigned by the table; unknown if absent. */
  readonly lastId?: number | undefined
  /** Known in advance, or once the rows have been read. */
  expected?: { readonly rows: number; readonly digest: string }
}

/** @throws {HubError} `storage.not_empty` when there is any account here */
export async function requireEmpty(hub: Hub): Promise<void> {
  for (const table of ['account', 'repo'] as const) {
    if ((await hub.db.read.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined)
      throw new HubError('storage.not_empty', { message: 'The target hub is not empty. Nothing was changed.' })
  }
}

/**
 * Fills the tables of an empty hub in one transaction: afterwards either all rows are there, counted and compared, or none.
 * @param finish the last step of the transaction
 * @throws {HubError} `storage.damaged` when rows differ from what is expected, `storage.not_empty`
 */
export async function fillTables(
  hub: Hub,
  sources: readonly Source[],
  finish: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ tables: number; rows: number }> {
  await requireEmpty(hub)
  return hub.db.write(async (tx) => {
    const tables = await listTables(tx, hub.db.dialect)
    const byName = new Map(sources.map((source) => [source.name, source]))
    const unknown = sources.filter(({ name }) => !tables.some((table) => table.name === name))
    if (unknown.length > 0)
      throw new HubError('storage.damaged', { message: `This version has no table ${unknown.map(({ name }) => name).join(', ')}.` })
    // Rows inserted by migrations are part of the data.
    for (const { name } of tables.toReversed()) await tx.deleteFrom(name as 'repo').execute()
    let rows = 0
    for (const table of tables) {
      const source = byName.get(table.name)
      if (source !== undefined) rows += await fillTable(tx, hub, table, source)
    }
    await finishTables(tx, hub.db.dialect)
    await advanceSequences(tx, hub.db.dialect, tables, new Map(sources.map(({ name, lastId = 0 }) => [name, lastId])))
    await finish(tx)
    return { tables: sources.length, rows }
  })
}

async function fillTable(tx: Tx, hub: Hub, table: Table, source: Source): Promise<number> {
  const strange = source.columns.filter((column) => !table.columns.includes(column))
  if (strange.length > 0)
    throw new HubError('storage.damaged', { message: `This version has no column ${table.name}.${strange.join(', ')}.` })
  const given = new RowDigest()
  await writeRows(tx, table.name, source.columns, digested(await toAsync(source.rows()), given))
  const { expected = { rows: given.rows, digest: given.digest } } = source
  const stored = new RowDigest()
  for await (const row of readRows(tx, hub.db.dialect, { name: table.name, columns: source.columns })) stored.add(row)
  for (const sum of [given, stored]) {
    if (sum.rows !== expected.rows || sum.digest !== expected.digest)
      throw new HubError('storage.damaged', {
        message: `The rows of ${table.name} do not match the backup (${sum.rows} of ${expected.rows}). Nothing was changed.`,
      })
  }
  return stored.rows
}

async function toAsync(rows: AsyncIterable<Cell[]> | Promise<AsyncIterable<Cell[]>>): Promise<AsyncIterable<Cell[]>> {
  return rows
}
