import type { TableColumn, TableMatches, TableRequest, TableRow, TableRows, TableStatistics } from '@portolan/hub'
import { toCell } from './cells.ts'
import { maxAnswerBytes } from './limits.ts'
import { SplitTable } from './open-tables.ts'
import { plainText } from './plain-text.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import { ColumnSummary } from './statistics.ts'

/** Characters of a value that are searched. */
const maxSearched = 200_000

/** @throws {Problem} and anything a parser throws */
export async function answer(files: readonly RemoteFile[], request: TableRequest): Promise<TableRows | TableStatistics | TableMatches> {
  const table = await SplitTable.open(files)
  switch (request.kind) {
    case 'rows':
      return rows(table, request.offset, request.length)
    case 'statistics':
      return statistics(table, request.maxRows)
    case 'search':
      return search(table, request)
  }
}

async function rows(table: SplitTable, offset: number, length: number): Promise<TableRows> {
  const end = { isCut: false, seen: 0 }
  const shown: TableRow[] = []
  const budget = { bytes: maxAnswerBytes }
  let more = false
  let full = false
  for await (const { first, rows: piece } of table.rows(offset, length + 1, end)) {
    for (const [i, row] of piece.entries()) {
      if (shown.length === length || full) more = true
      else shown.push(toRow(table.columns, first + i, row, budget))
      full = budget.bytes <= 0
    }
  }
  const counted = await table.count()
  const total = counted ?? (!more && !end.isCut && shown.length > 0 ? end.seen : null)
  const notes: string[] = []
  if (full && shown.length < length) notes.push(`Only ${shown.length} rows are shown because they are long.`)
  if (end.isCut && !more) notes.push('Only the first part of the file was read; later rows cannot be shown.')
  return { columns: table.columns, hiddenColumns: table.hiddenColumns, rows: shown, total, more, notes }
}

async function statistics(table: SplitTable, maxRows: number): Promise<TableStatistics> {
  const end = { isCut: false, seen: 0 }
  const summaries = table.columns.map((column) => new ColumnSummary(column))
  let rowsRead = 0
  let beyond = false
  for await (const { rows: piece } of table.rows(0, maxRows + 1, end)) {
    for (const row of piece) {
      if (rowsRead === maxRows) {
        beyond = true
        break
      }
      rowsRead++
      for (const [i, summary] of summaries.entries()) summary.add(row[i])
    }
  }
  return {
    columns: summaries.map((summary) => summary.result()),
    hiddenColumns: table.hiddenColumns,
    rowsRead,
    complete: !beyond && !end.isCut,
  }
}

async function search(
  table: SplitTable,
  { column, query, length, maxRows }: Extract<TableRequest, { kind: 'search' }>,
): Promise<TableMatches> {
  const place = table.columns.findIndex(({ name }) => name === column)
  const known = table.columns[place]
  if (!known) throw new Problem('unsupported', 'There is no such column among the columns that were read.')
  const wanted = query.toLowerCase()
  const end = { isCut: false, seen: 0 }
  const budget = { bytes: maxAnswerBytes }
  const found: TableRow[] = []
  let searched = 0
  let more = false
  let beyond = false
  scan: for await (const { first, rows: piece } of table.rows(0, maxRows + 1, end)) {
    for (const [i, row] of piece.entries()) {
      if (searched === maxRows) {
        beyond = true
        break scan
      }
      searched++
      const value = row[place]
      const text = `${plainText(value, maxSearched)} ${known.classes?.[Number(value)] ?? ''}`
      if (!text.toLowerCase().includes(wanted)) continue
      if (found.length === length || budget.bytes <= 0) {
        more = true
        break scan
      }
      found.push(toRow(table.columns, first + i, row, budget))
    }
  }
  return {
    columns: table.columns,
    hiddenColumns: table.hiddenColumns,
    rows: found,
    total: null,
    more,
    notes: [],
    searched,
    complete: !more && !beyond && !end.isCut,
  }
}

function toRow(columns: readonly TableColumn[], index: number, row: readonly unknown[], budget: { bytes: number }): TableRow {
  return { index, cells: columns.map(({ type }, i) => toCell(row[i], type, budget)) }
}
