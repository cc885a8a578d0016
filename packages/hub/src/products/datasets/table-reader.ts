import { type HasStates, hubState } from '../../hub-state.ts'

/** Any JSON value. */
export type CellValue = string | number | boolean | null | readonly CellValue[] | { readonly [key: string]: CellValue }

/** File format. */
export type TableFormat = 'parquet' | 'csv' | 'tsv' | 'json' | 'jsonl' | 'arrow' | 'text'

/** A file to read rows from. */
export interface TableSource {
  readonly path: string
  /** Identifies the content: equal keys, equal bytes. */
  readonly key: string
  readonly format: TableFormat
  readonly compression: 'none' | 'gzip' | 'zstd'
  /** Bytes as stored. */
  readonly size: number
  /** Bytes from `start` to `end`, exclusive. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** A column, as seen by table readers. */
export interface TableColumn {
  readonly name: string
  /** Type names as in Arrow and `datasets`: `string`, `int64`, `list<double>`, `struct`, `image`, `audio`, `class label`. */
  readonly type: string
  /** Class names, by number. */
  readonly classes?: readonly string[]
}

export interface TableCell {
  /** The closest JSON to the value: long integers, decimals, dates and times are strings. */
  readonly value: CellValue
  /** Something was left out: text longer than a few thousand characters, more than a few dozen items, or deep nesting. */
  readonly cut?: true
  /** Bytes: a picture, a sound or anything else. */
  readonly media?: CellMedia
}

/** A cell's non-text content: included (`src`, a data URL) when it is small, or a file of the repo (`path`). */
export interface CellMedia {
  readonly kind: 'image' | 'audio' | 'binary'
  readonly bytes: number
  readonly src?: string
  readonly path?: string
}

export interface TableRow {
  /** Zero-based, within the whole split. */
  readonly index: number
  readonly cells: readonly TableCell[]
}

export interface TableRows {
  readonly columns: readonly TableColumn[]
  /** Number of columns not shown. */
  readonly hiddenColumns: number
  readonly rows: readonly TableRow[]
  /** Total rows of the split; `null` when unknown. */
  readonly total: number | null
  /** Whether more rows can be requested. */
  readonly more: boolean
  /** Notes for the reader, in sentences. */
  readonly notes: readonly string[]
}

/** Counts in equal-width bins; the last one includes its upper end. */
export interface Histogram {
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[]
}

export interface ColumnStatistics {
  readonly name: string
  readonly type: string
  readonly kind: 'number' | 'text' | 'boolean' | 'list' | 'other'
  readonly nulls: number
  /** Distinct values; `atLeast` when counting was given up. */
  readonly distinct: { readonly count: number; readonly atLeast: boolean } | null
  /** For numbers: the values. */
  readonly numbers: { readonly min: number; readonly max: number; readonly mean: number; readonly deviation: number } | null
  /** For text: number of characters. For lists: number of items. */
  readonly lengths: { readonly min: number; readonly max: number; readonly mean: number } | null
  /** Of the numbers, or of the lengths. */
  readonly histogram: Histogram | null
  /** The most frequent values, if there are few distinct ones. */
  readonly frequent: readonly { readonly value: string; readonly count: number }[]
}

export interface TableStatistics {
  readonly columns: readonly ColumnStatistics[]
  readonly hiddenColumns: number
  /** Rows examined. */
  readonly rowsRead: number
  /** Whether that is all of them. */
  readonly complete: boolean
}

export interface TableMatches extends TableRows {
  /** Rows examined. */
  readonly searched: number
  /** Whether that is all of them. */
  readonly complete: boolean
}

export type TableRequest =
  | { readonly kind: 'rows'; readonly offset: number; readonly length: number }
  | { readonly kind: 'statistics'; readonly maxRows: number }
  | { readonly kind: 'search'; readonly column: string; readonly query: string; readonly length: number; readonly maxRows: number }

export interface TableAnswers {
  rows: TableRows
  statistics: TableStatistics
  search: TableMatches
}

/** Why a table could not be read. */
export type TableProblem = 'unreadable' | 'unsupported' | 'too-large' | 'timeout' | 'crashed' | 'busy'

/** Thrown by {@link TableReader.read}. The message is a sentence for people: no local paths. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: TableProblem

  constructor(problem: TableProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Reads tables in separate processes. Provided by the server. */
export interface TableReader extends AsyncDisposable {
  /**
   * Reads the files as one table, in order.
   * @throws {TableError}
   */
  read<K extends TableRequest['kind']>(
    sources: readonly TableSource[],
    request: Extract<TableRequest, { kind: K }>,
  ): Promise<TableAnswers[K]>
}

const tables = hubState('table-reader', (): { reader: TableReader | null } => ({ reader: null }))

/** Sets the hub's table reader. Whoever created it disposes of it. */
export function setTableReader(hub: HasStates, reader: TableReader): void {
  tables(hub).reader = reader
}

export function tableReader(hub: HasStates): TableReader | null {
  return tables(hub).reader
}
