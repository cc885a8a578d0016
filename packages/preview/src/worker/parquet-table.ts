import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { TableColumn } from '@portolan/hub'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { readFeatures } from './features.ts'
import { maxColumns, maxDecodedBytes } from './limits.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'

/** Unpacked sizes are declared by the file; these decoders allocate no more than that. */
const unpackers = {
  ...compressors,
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
}

/** A larger footer is rejected. Bytes. */
const maxFooterBytes = 64 * 1024 * 1024

export async function openParquet(file: RemoteFile): Promise<Table> {
  await checkFooter(file)
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: async (start, end = file.size) => (await file.bytes(start < 0 ? file.size + start : start, Math.min(end, file.size))).buffer,
  }
  const metadata = await parquetMetadataAsync(buffer)
  const tree = parquetSchema(metadata)
  const features = readFeatures(metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value)
  const shown = tree.children.slice(0, maxColumns)
  const columns = shown.map((child): TableColumn => {
    const name = child.element.name
    return { name, type: typeOf(child), ...features.get(name) }
  })
  const count = Number(metadata.num_rows)
  if (!Number.isSafeInteger(count) || count < 0) throw new Problem('unreadable', 'Its footer has an invalid number of rows.')
  return {
    columns,
    hiddenColumns: tree.children.length - shown.length,
    count,
    cut: { isCut: false, passed: 0 },
    async *rows(offset, limit) {
      const end = Math.min(count, offset + limit)
      for (const [rowStart, rowEnd] of pieces(metadata, offset, end)) {
        let rows: unknown[][] = []
        await parquetRead({
          file: buffer,
          metadata,
          columns: shown.map((child) => child.element.name),
          rowStart,
          rowEnd,
          compressors: unpackers,
          useOffsetIndex: true,
          // Keep binary as bytes: such columns contain pictures. Columns with a text type still become text.
          utf8: false,
          onComplete: (read) => (rows = read),
        })
        if (rows.length !== rowEnd - rowStart) throw new Problem('unreadable', 'It has fewer rows than its footer says.')
        yield rows
      }
    },
  }
}

/** The end of a Parquet file: the length of its footer, and four letters. */
async function checkFooter(file: RemoteFile): Promise<void> {
  if (file.size < 12) throw new Problem('unreadable', 'It is too short for a Parquet file.')
  const end = Buffer.from(await file.bytes(file.size - 8, file.size))
  const magic = end.toString('latin1', 4)
  if (magic === 'PARE') throw new Problem('unsupported', 'It is an encrypted Parquet file.')
  if (magic !== 'PAR1') throw new Problem('unreadable', 'It does not end like a Parquet file.')
  const length = end.readUInt32LE(0)
  if (length > file.size - 12 || length > maxFooterBytes) throw new Problem('unreadable', 'The length of its footer is invalid.')
}

/** Rows to decode at once: within a row group, and no more than the sizes in the footer allow. */
function* pieces(metadata: FileMetaData, offset: number, end: number): Generator<readonly [number, number]> {
  let groupStart = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    const groupEnd = groupStart + rows
    const bytesPerRow = rows === 0 ? 0 : Math.max(0, Number(group.total_byte_size)) / rows
    const step = Math.max(1, Math.min(20_000, bytesPerRow === 0 ? 20_000 : Math.floor(maxDecodedBytes / bytesPerRow)))
    for (let start = Math.max(groupStart, offset); start < Math.min(groupEnd, end); start += step)
      yield [start, Math.min(groupEnd, end, start + step)]
    groupStart = groupEnd
    if (groupStart >= end) return
  }
}

/** A column's type in Arrow terms. */
function typeOf(tree: SchemaTree): string {
  const type = bareType(tree)
  return tree.element.repetition_type === 'REPEATED' ? `list<${type}>` : type
}

function bareType({ element, children }: SchemaTree): string {
  const logical = element.logical_type
  if (children.length > 0) {
    const [child] = children
    if (element.converted_type === 'LIST' || logical?.type === 'LIST') {
      // There is a repeated group between a list and its items; old writers omit it.
      const [item] = child?.children ?? []
      return `list<${child === undefined ? 'null' : item !== undefined && child.children.length === 1 ? typeOf(item) : bareType(child)}>`
    }
    if (element.converted_type === 'MAP' || element.converted_type === 'MAP_KEY_VALUE' || logical?.type === 'MAP') return 'map'
    return 'struct'
  }
  switch (logical?.type) {
    case 'STRING':
    case 'ENUM':
      return 'string'
    case 'JSON':
      return 'json'
    case 'UUID':
      return 'uuid'
    case 'DECIMAL':
      return 'decimal'
    case 'DATE':
      return 'date32'
    case 'TIME':
      return 'time'
    case 'TIMESTAMP':
      return 'timestamp'
    case 'INTEGER':
      return `${logical.isSigned ? 'int' : 'uint'}${logical.bitWidth}`
    case 'FLOAT16':
      return 'float16'
    default:
      break
  }
  const converted = element.converted_type
  if (converted === 'UTF8' || converted === 'ENUM') return 'string'
  if (converted === 'JSON') return 'json'
  if (converted === 'DECIMAL') return 'decimal'
  if (converted === 'DATE') return 'date32'
  if (converted?.startsWith('TIMESTAMP')) return 'timestamp'
  if (converted?.startsWith('TIME')) return 'time'
  if (converted !== undefined && /^U?INT_\d+$/.test(converted)) return converted.toLowerCase().replace('_', '')
  switch (element.type) {
    case 'BOOLEAN':
      return 'bool'
    case 'INT32':
      return 'int32'
    case 'INT64':
      return 'int64'
    case 'INT96':
      return 'timestamp'
    case 'FLOAT':
      return 'float32'
    case 'DOUBLE':
      return 'float64'
    default:
      return 'binary'
  }
}
