import { type HasStates, hubState } from '../../hub-state.ts'

/** Any JSON value. */
export type CellValue = string | number | boolean | null | readonly CellValue[] | { readonly [key: string]: CellValue }

/** How a file holds rows. */
export type TableFormat = 'parquet' | 'csv' | 'tsv' | 'json' | 'jsonl' | 'arrow' | 'text'

/** One file to read rows from. */
export interface TableSource {
  readonly path: string
  /** Names the content: equal keys, equal bytes. */
  readonly key: string
  readonly format: TableFormat
  readonly compression: 'none' | 'gzip' | 'zstd'
  /** Bytes as stored. */
  readonly size: number
  /** Bytes from `start` up to and without `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** A column as readers of tables know it. */
export interface TableColumn {
  readonly name: string
  /** As Arrow and `datasets` name types: `string`, `int64`, `list<double>`, `struct`, `image`, `audio`, `class label`. */
  readonly type: string
  /** Names of classes, by number. */
  readonly classes?: readonly string[]
}

export interface TableCell {
  /** JSON as near to the value as JSON comes: long integers, decimals, dates and times are strings. */
  readonly value: CellValue
  /** Something was left out: text beyond some thousand characters, items beyond some dozens, levels beyond some. */
  readonly cut?: true
  /** Bytes that are a picture, a sound or anything else. */
  readonly media?: CellMedia
}

/** What a cell holds beside text: sent along (`src`, a data URL) when it is small, or a file of the repository (`path`). */
export interface CellMedia {
  readonly kind: 'image' | 'audio' | 'binary'
  readonly bytes: number
  readonly src?: string
  readonly path?: string
}

export interface TableRow {
  /** From 0, in the whole split. */
  readonly index: number
  readonly cells: readonly TableCell[]
}

export interface TableRows {
  readonly columns: readonly TableColumn[]
  /** Columns beyond those shown. */
  readonly hiddenColumns: number
  readonly rows: readonly TableRow[]
  /** Rows of the split; `null` when nobody has counted them. */
  readonly total: number | null
  /** Whether rows follow that can be asked for. */
  readonly more: boolean
  /** What else the reader should know, as sentences. */
  readonly notes: readonly string[]
}

/** Counts in equal steps; the last bin includes its end. */
export interface Histogram {
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[]
}

export interface ColumnStatistics {
  readonly name: string
  readonly type: string
  readonly kind: 'number' | 'text' | 'boolean' | 'list' | 'other'
  readonly nulls: number
  /** Different values; `atLeast` when counting was given up. */
  readonly distinct: { readonly count: number; readonly atLeast: boolean } | null
  /** Numbers: of the values. */
  readonly numbers: { readonly min: number; readonly max: number; readonly mean: number; readonly deviation: number } | null
  /** Text: characters. Lists: items. */
  readonly lengths: { readonly min: number; readonly max: number; readonly mean: number } | null
  /** Of numbers, or of lengths. */
  readonly histogram: Histogram | null
  /** The most frequent values when there are few different ones. */
  readonly frequent: readonly { readonly value: string; readonly count: number }[]
}

export interface TableStatistics {
  readonly columns: readonly ColumnStatistics[]
  readonly hiddenColumns: number
  /** Rows that were looked at. */
  readonly rowsRead: number
  /** Whether these were all. */
  readonly complete: boolean
}

export interface TableMatches extends TableRows {
  /** Rows that were looked at. */
  readonly searched: number
  /** Whether these were all. */
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

/** Why a table could not be read; one meaning each. */
export type TableProblem = 'unreadable' | 'unsupported' | 'too-large' | 'timeout' | 'crashed' | 'busy'

/** Thrown by {@link TableReader.read}. The message is a sentence for people: no paths of this machine. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly problem: TableProblem

  constructor(problem: TableProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Reads tables in processes of their own. The server puts one in. */
export interface TableReader extends AsyncDisposable {
  /**
   * Reads the files as one table, in their order.
   * @throws {TableError}
   */
  read<K extends TableRequest['kind']>(
    sources: readonly TableSource[],
    request: Extract<TableRequest, { kind: K }>,
  ): Promise<TableAnswers[K]>
}

const tables = hubState('table-reader', (): { reader: TableReader | null } => ({ reader: null }))

/** Makes the hub read tables with this. Whoever made it disposes of it. */
export function useTableReader(hub: HasStates, reader: TableReader): void {
  tables(hub).reader = reader
}

export function tableReader(hub: HasStates): TableReader | null {
  return tables(hub).reader
}
