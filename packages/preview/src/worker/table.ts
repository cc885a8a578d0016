import type { TableColumn } from '@portolan/hub'

/** Rows that can be read from any offset. Values are in column order. */
export interface Table {
  readonly columns: readonly TableColumn[]
  /** Columns beyond those read. */
  readonly hiddenColumns: number
  /** `null` if it takes reading to the end to know. */
  readonly count: number | null
  /** Rows in pieces, from an offset on; at most as many as requested. */
  rows(offset: number, limit: number): AsyncIterable<readonly (readonly unknown[])[]>
  readonly cut: Reading
}

/** How the last read ended. */
export interface Reading {
  /** It stopped at a limit before the end of the file. */
  isCut: boolean
  /** Rows passed, including those before the offset; all rows of the file if it was read to its end. */
  passed: number
}
