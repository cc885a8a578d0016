import type { TableColumn } from '@portolan/hub'
import { mergeTypes, typeOfJson } from './infer-types.ts'
import { maxColumns, sampleRows } from './limits.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'
import { jsonValuesOf, linesOf } from './text-records.ts'

type JsonRow = Readonly<Record<string, unknown>>

/** JSON lines; an array of objects; an object of columns (lists of the same length); one object. */
export async function openJson(file: RemoteFile): Promise<Table> {
  const cut = { isCut: false, passed: 0 }
  const sample: JsonRow[] = []
  let complete = true
  for await (const row of rowsOf(file, { isCut: false })) {
    if (sample.length === sampleRows) {
      complete = false
      break
    }
    sample.push(row)
  }
  const names = new Set<string>()
  for (const row of sample) for (const name of Object.keys(row)) names.add(name)
  const shown = [...names].slice(0, maxColumns)
  const columns: TableColumn[] = shown.map((name) => ({ name, type: mergeTypes(sample.map((row) => typeOfJson(own(row, name)))) }))
  return {
    columns,
    hiddenColumns: names.size - shown.length,
    count: complete ? sample.length : null,
    cut,
    async *rows(offset, limit) {
      let index = 0
      let piece: unknown[][] = []
      for await (const row of rowsOf(file, cut)) {
        if (index >= offset + limit) break
        if (index++ < offset) continue
        piece.push(shown.map((name) => own(row, name)))
        if (piece.length === 1000) {
          yield piece
          piece = []
        }
      }
      cut.passed = Math.max(0, index)
      if (piece.length > 0) yield piece
    },
  }
}

function own(row: JsonRow, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

async function* rowsOf(file: RemoteFile, cut: { isCut: boolean }): AsyncGenerator<JsonRow> {
  if (file.format === 'jsonl') yield* rowsOfLines(file, cut)
  else yield* rowsOfValues(file, cut)
}

async function* rowsOfLines(file: RemoteFile, cut: { isCut: boolean }): AsyncGenerator<JsonRow> {
  let number = 0
  let last: { text: string; number: number } | null = null
  for await (const line of linesOf(file.content(cut))) {
    number++
    if (line.trim() === '') continue
    if (last !== null) yield rowOf(parse(last.text, `line ${last.number}`))
    last = { text: line, number }
  }
  // The last line read may be incomplete.
  if (last !== null && !cut.isCut) yield rowOf(parse(last.text, `line ${last.number}`))
}

async function* rowsOfValues(file: RemoteFile, cut: { isCut: boolean }): AsyncGenerator<JsonRow> {
  let number = 0
  let only: unknown
  for await (const { text, inArray } of jsonValuesOf(file.content(cut))) {
    number++
    if (cut.isCut && !inArray && number === 1)
      throw new Problem('too-large', 'It is a single large JSON object, which cannot be read in parts.')
    let value: unknown
    try {
      value = parse(text, inArray ? `item ${number}` : `value ${number}`)
    } catch (error) {
      if (cut.isCut) return
      throw error
    }
    if (inArray) {
      yield rowOf(value)
      continue
    }
    // A single object may be a table of columns: whether it is the only one is known only at the end.
    if (number > 1) {
      if (only !== undefined) yield rowOf(only)
      only = undefined
      yield rowOf(value)
    } else only = value
  }
  if (only !== undefined) yield* fromColumns(only)
}

function* fromColumns(value: unknown): Generator<JsonRow> {
  const columns = typeof value === 'object' && value !== null ? Object.entries(value as object) : []
  const lengths = new Set(columns.map(([, list]) => (Array.isArray(list) ? list.length : -1)))
  const [length = -1] = lengths
  if (columns.length === 0 || lengths.size !== 1 || length < 0) {
    yield rowOf(value)
    return
  }
  for (let i = 0; i < length; i++) yield Object.fromEntries(columns.map(([name, list]) => [name, (list as unknown[])[i]]))
}

/** A value that is not an object is a row with one column, named as `datasets` does. */
function rowOf(value: unknown): JsonRow {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRow
  return { text: value }
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Problem(
      'unreadable',
      `${where.charAt(0).toUpperCase()}${where.slice(1)} is not valid JSON: ${message.replace(/\s+/g, ' ').slice(0, 160)}`,
    )
  }
}
