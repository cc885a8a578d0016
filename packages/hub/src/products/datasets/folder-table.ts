import type { DataConfig, DataSplit } from './data-files.ts'
import type { ColumnStatistics, TableCell, TableColumn, TableMatches, TableRow, TableRows, TableStatistics } from './table-reader.ts'

/** A split whose rows are files: pictures or sounds. */
interface FolderPlace {
  readonly config: DataConfig
  readonly split: DataSplit
}

/** Rows of a metadata file about the pictures next to it. */
interface Metadata {
  readonly path: string
  readonly table: TableRows
}

/**
 * Pictures or sounds as a table, as `datasets` builds one from a folder (release 5, `folder_based_builder.py`): the file; what a `metadata.csv`, `.jsonl`
 * or `.parquet` says about it by `file_name`; otherwise its folder's name as its label, if there are several and all are at the same depth.
 */
export function folderRows(
  place: FolderPlace,
  metadata: readonly Metadata[],
  { offset, length }: { offset: number; length: number },
): TableRows {
  const table = folderTable(place, metadata)
  const paths = place.split.paths.slice(offset, offset + length)
  return {
    columns: table.columns,
    hiddenColumns: 0,
    rows: paths.map((path, i) => table.row(path, offset + i)),
    total: place.split.paths.length,
    more: offset + length < place.split.paths.length,
    notes: table.notes,
  }
}

export function folderMatches(
  place: FolderPlace,
  metadata: readonly Metadata[],
  { column, query, length }: { column: string; query: string; length: number },
): TableMatches {
  const table = folderTable(place, metadata)
  const index = table.columns.findIndex(({ name }) => name === column)
  const wanted = query.toLowerCase()
  const found: TableRow[] = []
  let searched = 0
  for (const [i, path] of place.split.paths.entries()) {
    if (found.length > length) break
    searched++
    const row = table.row(path, i)
    const cell = row.cells[index]
    const text = cell?.media ? path : typeof cell?.value === 'string' ? cell.value : JSON.stringify(cell?.value ?? '')
    if (cell && text.toLowerCase().includes(wanted)) found.push(row)
  }
  const more = found.length > length
  return {
    columns: table.columns,
    hiddenColumns: 0,
    rows: found.slice(0, length),
    total: null,
    more,
    notes: table.notes,
    searched,
    complete: !more,
  }
}

export function folderStatistics(place: FolderPlace, metadata: readonly Metadata[]): TableStatistics {
  const table = folderTable(place, metadata)
  const rows = place.split.paths.map((path, i) => table.row(path, i))
  const columns = table.columns.map(({ name, type }, i): ColumnStatistics => {
    const values = rows.map(({ cells }) => cells[i])
    const counts = new Map<string, number>()
    for (const cell of values) {
      if (!cell || cell.media || cell.value === null || typeof cell.value === 'object') continue
      const text = String(cell.value).slice(0, 200)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const frequent = counts.size > 0 && counts.size <= 12 ? [...counts].sort(([, a], [, b]) => b - a) : []
    return {
      name,
      type,
      kind: counts.size > 0 ? 'text' : 'other',
      nulls: values.filter((cell) => !cell || (cell.value === null && !cell.media)).length,
      distinct: counts.size > 0 ? { count: counts.size, atLeast: false } : null,
      numbers: null,
      lengths: null,
      histogram: null,
      frequent: frequent.map(([value, count]) => ({ value, count })),
    }
  })
  return { columns, hiddenColumns: 0, rowsRead: rows.length, complete: true }
}

function folderTable({ config, split }: FolderPlace, metadata: readonly Metadata[]) {
  const kind = config.module === 'audiofolder' ? 'audio' : 'image'
  const extra = columnsOf(metadata)
  const folders = new Set(split.paths.map(folderName))
  const depths = new Set(split.paths.map((path) => path.split('/').length))
  const hasLabels = metadata.length === 0 && folders.size > 1 && depths.size === 1
  const classes = [...folders].sort()
  const columns: TableColumn[] = [
    { name: kind, type: kind },
    ...(hasLabels ? [{ name: 'label', type: 'class label', classes }] : []),
    ...extra.columns,
  ]
  return {
    columns,
    notes: metadata.flatMap(({ path, table }) => (table.more ? [`Only the first ${table.rows.length} rows of ${path} were read.`] : [])),
    row(path: string, index: number): TableRow {
      const media: TableCell = { value: path, media: { kind, bytes: 0, path } }
      const label: TableCell[] = hasLabels ? [{ value: classes.indexOf(folderName(path)) }] : []
      return { index, cells: [media, ...label, ...extra.cells(path)] }
    },
  }
}

/** Columns of all metadata files, and the row for a given file. */
function columnsOf(metadata: readonly Metadata[]) {
  const [first] = metadata
  const columns = first?.table.columns.filter(({ name }) => name !== 'file_name') ?? []
  const byPath = new Map<string, TableCell[]>()
  for (const { path, table } of metadata) {
    const key = table.columns.findIndex(({ name }) => name === 'file_name')
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const order = columns.map(({ name }) => table.columns.findIndex((column) => column.name === name))
    for (const row of table.rows) {
      const name = row.cells[key]?.value
      if (typeof name === 'string')
        byPath.set(
          `${folder}${name}`,
          order.map((place) => row.cells[place] ?? { value: null }),
        )
    }
  }
  const none = columns.map((): TableCell => ({ value: null }))
  return { columns, cells: (path: string) => byPath.get(path) ?? none }
}

function folderName(path: string): string {
  return path.split('/').at(-2) ?? ''
}
