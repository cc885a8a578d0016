import { StringDecoder } from 'node:string_decoder'
import Papa from 'papaparse'
import { typeOfTexts, valueOfText } from './infer-types.ts'
import { maxColumns, maxKnownColumns, maxRecordBytes, sampleRows } from './limits.ts'
import { Problem } from './problem.ts'
import type { RemoteFile } from './remote-file.ts'
import type { Table } from './table.ts'

/** Comma- or tab-separated values; the first record names the columns. */
export async function openDelimited(file: RemoteFile): Promise<Table> {
  const cut = { isCut: false, passed: 0 }
  const sample: string[][] = []
  let header: readonly string[] | null = null
  let complete = true
  for await (const record of recordsOf(file, { isCut: false })) {
    if (header === null) header = record
    else if (sample.length === sampleRows) {
      complete = false
      break
    } else sample.push(record.slice(0, maxColumns))
  }
  if (header === null) return { columns: [], hiddenColumns: 0, count: 0, cut, async *rows() {} }
  if (header.length > maxKnownColumns) throw new Problem('too-large', `It has more than ${maxKnownColumns} columns.`)
  const names = uniqueNames(header.slice(0, maxColumns))
  const types = names.map((_, i) => typeOfTexts(sample.map((record) => record[i] ?? '')))
  return {
    columns: names.map((name, i) => ({ name, type: types[i] ?? 'string' })),
    hiddenColumns: header.length - names.length,
    count: complete ? sample.length : null,
    cut,
    async *rows(offset, limit) {
      /** The first record is the header. */
      let index = -1
      let piece: unknown[][] = []
      for await (const record of recordsOf(file, cut)) {
        if (index >= offset + limit) break
        if (index++ < offset) continue
        piece.push(names.map((_, i) => valueOfText(record[i] ?? '', types[i] ?? 'string')))
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

/** Minimum amount of text to parse at once. Characters. */
const step = 512 * 1024

async function* recordsOf(file: RemoteFile, cut: { isCut: boolean }): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  const delimiter = file.format === 'tsv' ? '\t' : ','
  let newline: '\n' | '\r\n' | '\r' | null = null
  let text = ''
  let enough = 0
  for await (const chunk of file.content(cut)) {
    text += decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    if (text.length < enough) continue
    if (newline === null) text = text.replace(/^\uFEFF/, '')
    newline ??= (/\r\n|\n|\r(?=.)/s.exec(text)?.[0] as '\n' | '\r\n' | '\r' | undefined) ?? null
    if (newline === null) {
      if (text.length > maxRecordBytes) throw tooLong()
      continue
    }
    const { data, meta } = parse(text, delimiter, newline, true)
    text = text.slice(meta.cursor)
    if (text.length > maxRecordBytes) throw tooLong()
    // The rest is parsed again from its start, but not before it has doubled.
    enough = Math.max(step, text.length * 2)
    yield* filled(data)
  }
  text = (text + decoder.end()).replace(/^\uFEFF/, newline === null ? '' : '\uFEFF')
  const { data } = parse(text, delimiter, newline ?? '\n', false)
  // Where reading stopped, the last record may be incomplete.
  yield* filled(cut.isCut ? data.slice(0, -1) : data)
}

function parse(
  text: string,
  delimiter: string,
  newline: '\n' | '\r\n' | '\r',
  more: boolean,
): { data: string[][]; meta: { cursor: number } } {
  const parser = new Papa.Parser({ delimiter, newline })
  return parser.parse(text, 0, more) as { data: string[][]; meta: { cursor: number } }
}

/** Empty lines are not records. */
function* filled(records: readonly string[][]): Generator<string[]> {
  for (const record of records) if (record.length > 1 || (record[0] ?? '') !== '') yield record
}

function tooLong(): Problem {
  return new Problem('too-large', `A single record exceeds ${maxRecordBytes / 1024 / 1024} MB.`)
}

/** Like pandas: `a`, `a.1`; a column without a name is `Unnamed: 0`. */
function uniqueNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((given, i) => {
    const name = given === '' ? `Unnamed: ${i}` : given
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name}.${times}`
  })
}
