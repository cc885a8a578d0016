import { zstdDecompressSync } from 'node:zlib'
import type { TableColumn } from '@portolan/hub'
import { CompressionType, type DataType, setCompressionCodec, tableFromIPC, Type } from '@uwdata/flechette'
import { readFeatures } from './features.ts'
import { maxColumns } from './limits.ts'
import { unpackLz4Frame } from './unpack-lz4.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'

/** Memory limit per batch. */
const maxBatchBytes = 192 * 1024 * 1024
const maxBatches = 50_000
const fileMagic = 'ARROW1'

/** Nothing is compressed here. */
const encode = (): never => {
  throw new Error('not supported')
}
setCompressionCodec(CompressionType.ZSTD, {
  decode: (data) => new Uint8Array(zstdDecompressSync(data, { maxOutputLength: maxBatchBytes })),
  encode,
})
setCompressionCodec(CompressionType.LZ4_FRAME, { decode: (data) => unpackLz4Frame(data, maxBatchBytes), encode })

interface Message {
  readonly kind: 'schema' | 'dictionary' | 'batch'
  readonly start: number
  readonly end: number
  /** Rows of a batch. */
  readonly rows: number
}

/** Arrow IPC, as a stream (what `datasets` writes) or as a file: a stream between two magic marks, with a footer that is not needed. */
export async function openArrow(file: RemoteFile): Promise<Table> {
  const messages = await readMessages(file)
  const [schema] = messages
  if (schema?.kind !== 'schema') throw new Problem('unreadable', 'It does not start with an Arrow schema.')
  const head = await file.bytes(schema.start, schema.end)
  const { schema: known } = tableFromIPC([head, endOfStream])
  const features = readFeatures(known.metadata?.get('huggingface'))
  const shown = known.fields.slice(0, maxColumns)
  const columns = shown.map(({ name, type }): TableColumn => ({ name, type: typeName(type), ...features.get(name) }))
  const batches = messages.filter(({ kind }) => kind === 'batch')
  return {
    columns,
    hiddenColumns: known.fields.length - shown.length,
    count: batches.reduce((sum, { rows }) => sum + rows, 0),
    cut: { isCut: false, passed: 0 },
    async *rows(offset, limit) {
      let first = 0
      for (const batch of batches) {
        const from = Math.max(offset - first, 0)
        const to = Math.min(batch.rows, offset + limit - first)
        first += batch.rows
        if (from >= batch.rows) continue
        if (to <= from) return
        if (batch.end - batch.start > maxBatchBytes) throw new Problem('too-large', 'Its record batches are too large to read.')
        const dictionaries = messages.filter(({ kind, start }) => kind === 'dictionary' && start < batch.start)
        const parts = [head]
        for (const part of [...dictionaries, batch]) parts.push(await file.bytes(part.start, part.end))
        const table = tableFromIPC([...parts, endOfStream], { useBigInt: true, useDate: true, useMap: false })
        const vectors = shown.map((_, i) => table.getChildAt(i))
        const piece: unknown[][] = []
        for (let row = from; row < to; row++) piece.push(vectors.map((vector) => vector?.at(row) as unknown))
        yield piece
      }
    },
  }
}

const endOfStream = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])

/** The position of each message, without reading bodies: each starts with its length (Arrow format, "Encapsulated message format"). */
async function readMessages(file: RemoteFile): Promise<Message[]> {
  const messages: Message[] = []
  const window = new Window(file)
  const magic = Buffer.from(await window.read(0, Math.min(8, file.size))).toString('latin1', 0, 6)
  let at = magic === fileMagic ? 8 : 0
  while (at + 8 <= file.size) {
    const prefix = Buffer.from(await window.read(at, at + 8))
    const continued = prefix.readUInt32LE(0) === 0xffffffff
    const length = continued ? prefix.readInt32LE(4) : prefix.readInt32LE(0)
    const head = at + (continued ? 8 : 4)
    if (length === 0) break
    if (length < 0 || length > 16 * 1024 * 1024 || head + length > file.size) {
      if (messages.length > 0 && magic !== fileMagic) throw new Problem('unreadable', 'It ends in the middle of a message.')
      throw new Problem('unreadable', 'It is not in the Arrow IPC format.')
    }
    const { kind, bodyLength, rows } = messageHeader(Buffer.from(await window.read(head, head + length)))
    const end = head + length + bodyLength
    if (end > file.size) throw new Problem('unreadable', 'It ends in the middle of a record batch.')
    if (kind !== null) messages.push({ kind, start: at, end, rows })
    if (messages.length > maxBatches) throw new Problem('too-large', `It has more than ${maxBatches} record batches.`)
    at = end
  }
  return messages
}

/** Headers are far apart; small ones are fetched together with what follows. */
class Window {
  readonly #file: RemoteFile
  #from = 0
  #bytes: Uint8Array = new Uint8Array()

  constructor(file: RemoteFile) {
    this.#file = file
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (start < this.#from || end > this.#from + this.#bytes.length) {
      this.#from = start
      this.#bytes = await this.#file.bytes(start, Math.min(this.#file.size, Math.max(end, start + 16 * 1024)))
    }
    return this.#bytes.subarray(start - this.#from, end - this.#from)
  }
}

/** The fields of a message's flatbuffer that determine its length (format/Message.fbs). */
function messageHeader(bytes: Buffer): { kind: Message['kind'] | null; bodyLength: number; rows: number } {
  const table = bytes.readUInt32LE(0)
  const field = (of: number, slot: number) => {
    const vtable = of - bytes.readInt32LE(of)
    if (slot >= bytes.readUInt16LE(vtable)) return 0
    const offset = bytes.readUInt16LE(vtable + slot)
    return offset === 0 ? 0 : of + offset
  }
  const type = field(table, 6)
  const header = field(table, 8)
  const length = field(table, 10)
  const bodyLength = length === 0 ? 0 : Number(bytes.readBigInt64LE(length))
  if (!Number.isSafeInteger(bodyLength) || bodyLength < 0) throw new Problem('unreadable', 'A message has an invalid length.')
  const kind = type === 0 ? null : (({ 1: 'schema', 2: 'dictionary', 3: 'batch' } as const)[bytes.readUInt8(type)] ?? null)
  let rows = 0
  if (kind === 'batch') {
    const body = header + bytes.readUInt32LE(header)
    const count = field(body, 4)
    rows = count === 0 ? 0 : Number(bytes.readBigInt64LE(count))
    if (!Number.isSafeInteger(rows) || rows < 0) throw new Problem('unreadable', 'A record batch has an invalid number of rows.')
  }
  return { kind, bodyLength, rows }
}

function typeName(type: DataType): string {
  switch (type.typeId) {
    case Type.Null:
      return 'null'
    case Type.Int:
      return `${type.signed ? 'int' : 'uint'}${type.bitWidth}`
    case Type.Float:
      return ['float16', 'float32', 'float64'][type.precision] ?? 'float'
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
    case Type.FixedSizeBinary:
      return 'binary'
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return 'string'
    case Type.Bool:
      return 'bool'
    case Type.Decimal:
      return 'decimal'
    case Type.Date:
      return 'date32'
    case Type.Time:
      return 'time'
    case Type.Timestamp:
      return 'timestamp'
    case Type.Duration:
      return 'duration'
    case Type.Interval:
      return 'interval'
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
    case Type.ListView:
    case Type.LargeListView:
      return `list<${type.children[0] ? typeName(type.children[0].type) : 'null'}>`
    case Type.Struct:
      return 'struct'
    case Type.Union:
      return 'union'
    case Type.Map:
      return 'map'
    case Type.Dictionary:
      return typeName(type.dictionary)
    case Type.RunEndEncoded:
      return type.children[1] ? typeName(type.children[1].type) : 'run-end encoded'
    default:
      return 'unknown'
  }
}
