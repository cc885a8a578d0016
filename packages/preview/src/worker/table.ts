import type { TableColumn } from '@portolan/hub'

/** Rows that can be read from some place on. Values stand in the order of the columns. */
export interface Table {
  readonly columns: readonly TableColumn[]
  /** Columns beyond those read. */
  readonly hiddenColumns: number
  /** `null` where only reading to the end would tell. */
  readonly count: number | null
  /** Rows in pieces, from a row on; no more than asked. */
  rows(offset: number, limit: number): AsyncIterable<readonly (readonly unknown[])[]>
  readonly cut: Reading
}

/** How the last reading of rows went. */
export interface Reading {
  /** It stopped at a limit before the end of the file. */
  isCut: boolean
  /** Rows that were passed, those before the offset included; all of the file when it was read to its end. */
  passed: number
}
