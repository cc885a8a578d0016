import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTableReader, type TableReaderOptions } from '@portolan/preview'
import { silentLogger, type TableFormat, type TableReader, type TableSource } from '@portolan/hub'

/** A file in memory, as the hub would pass it to a reader. */
export function source(path: string, content: string | Uint8Array, changes: Partial<TableSource> = {}): TableSource {
  const bytes = Buffer.from(content)
  const ending = /\.([a-z]+)(?:\.gz|\.zst)?$/.exec(path)?.[1] ?? 'txt'
  return {
    path,
    key: path,
    format: (ending === 'txt' ? 'text' : ending) as TableFormat,
    compression: path.endsWith('.gz') ? 'gzip' : path.endsWith('.zst') ? 'zstd' : 'none',
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
    ...changes,
  }
}

export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../../fixtures', name))
}

export function openReader(options: Partial<TableReaderOptions> = {}): TableReader {
  return openTableReader({ log: silentLogger, workers: 1, ...options })
}

/** The values of the rows, without metadata. */
export async function valuesOf(reader: TableReader, sources: readonly TableSource[], offset = 0, length = 100): Promise<unknown[][]> {
  const { rows } = await reader.read<'rows'>(sources, { kind: 'rows', offset, length })
  return rows.map(({ cells }) => cells.map(({ value }) => value))
}
