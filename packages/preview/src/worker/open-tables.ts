import type { TableColumn } from '@portolan/hub'
import { openArrow } from './arrow-table.ts'
import { openDelimited } from './delimited-table.ts'
import { openJson } from './json-table.ts'
import { maxFiles } from './limits.ts'
import { openParquet } from './parquet-table.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'
import { openText } from './text-table.ts'

/** The files of a split as one table, in order. The columns are those of the first file; the others are matched by name. */
export class SplitTable {
  readonly columns: readonly TableColumn[]
  readonly hiddenColumns: number
  readonly #files: readonly RemoteFile[]
  readonly #opened = new Map<number, Table>()

  private constructor(files: readonly RemoteFile[], first: Table) {
    this.#files = files
    this.#opened.set(0, first)
    this.columns = first.columns
    this.hiddenColumns = first.hiddenColumns
  }

  static async open(files: readonly RemoteFile[]): Promise<SplitTable> {
    const [first] = files
    if (!first) throw new Problem('unsupported', 'There are no files.')
    return new SplitTable(files.slice(0, maxFiles), await naming(first, () => openTable(first)))
  }

  /** Total rows, if every file reports its own. */
  async count(): Promise<number | null> {
    let sum = 0
    for (const index of this.#files.keys()) {
      // Only formats where this is cheap: a text file would be read to its end.
      if (index > 0 && !['parquet', 'arrow'].includes(this.#files[index]?.format ?? '')) return this.#files.length === 1 ? sum : null
      const { count } = await this.#table(index)
      if (count === null) return null
      sum += count
    }
    return sum
  }

  /** Rows from an offset on, in pieces, with the number of the first row of each. `end` is set to how reading ended. */
  async *rows(
    offset: number,
    limit: number,
    end: { isCut: boolean; seen: number },
  ): AsyncGenerator<{ first: number; rows: readonly (readonly unknown[])[] }> {
    let before = 0
    let left = limit
    for (const [index, file] of this.#files.entries()) {
      if (left <= 0) return
      const table = await this.#table(index)
      const skip = Math.max(0, offset - before)
      if (table.count !== null && table.count <= skip) {
        before += table.count
        continue
      }
      let at = before + skip
      const order = this.columns.map(({ name }) => table.columns.findIndex((column) => column.name === name))
      const aligned = index === 0 || order.every((place, i) => place === i)
      const pieces = table.rows(skip, left)[Symbol.asyncIterator]()
      for (;;) {
        const piece = await naming(file, () => pieces.next())
        if (piece.done === true) break
        const rows = aligned ? piece.value : piece.value.map((row) => order.map((place) => (place < 0 ? null : row[place])))
        yield { first: at, rows }
        at += rows.length
        left -= rows.length
        end.seen = at
      }
      if (table.cut.isCut) {
        end.isCut = true
        return
      }
      before += table.count ?? table.cut.passed
    }
  }

  async #table(index: number): Promise<Table> {
    const known = this.#opened.get(index)
    if (known) return known
    const file = this.#files[index]
    if (!file) throw new Problem('unreadable', 'There is no such file.')
    const table = await naming(file, () => openTable(file))
    this.#opened.set(index, table)
    return table
  }
}

function openTable(file: RemoteFile): Promise<Table> | Table {
  switch (file.format) {
    case 'parquet':
      return openParquet(file)
    case 'arrow':
      return openArrow(file)
    case 'csv':
    case 'tsv':
      return openDelimited(file)
    case 'json':
    case 'jsonl':
      return openJson(file)
    case 'text':
      return openText(file)
  }
}

/** Adds the file to an error. */
async function naming<T>(file: RemoteFile, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(error, file.path)
  }
}

function explain(error: unknown, path: string): Problem {
  if (error instanceof Problem) return error.message.startsWith(path) ? error : new Problem(error.problem, `${path}: ${error.message}`)
  const text = String(error instanceof Error ? error.message : error)
    .replace(/file:\/\/\S+|\/(?:[\w.@+-]+\/){2,}[\w.@+-]*/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
  if (
    /allocation failed|failed to allocate|Invalid typed array length|Invalid array length|Cannot create a Buffer larger|out of memory|call stack/i.test(
      text,
    )
  )
    return new Problem('too-large', `${path}: reading it exceeds the memory limit of this hub.`)
  // A parser's own error means nothing to a reader.
  const isSlip = error instanceof TypeError || error instanceof RangeError || text === ''
  return new Problem('unreadable', `${path}: ${isSlip ? 'its content does not match its format' : text}`)
}
