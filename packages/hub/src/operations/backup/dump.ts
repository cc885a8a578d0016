import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { lineReader } from './line-reader.ts'
import type { Cell } from './tables.ts'

/** Rows as lines of JSON, gzipped: the first line contains the column names. `zcat` shows them. */
export async function* packRows(columns: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  const lines = async function* () {
    yield `${JSON.stringify(columns)}\n`
    let text = ''
    for await (const row of rows) {
      text += `${JSON.stringify(row)}\n`
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  const gzip = createGzip({ level: 1 })
  const packing = pipeline(Readable.from(lines()), gzip)
  // A failure is also emitted by the stream; here it is awaited at the end.
  packing.catch(() => {})
  for await (const piece of gzip) yield piece as Uint8Array
  await packing
}

/** The columns of a dump, followed by its rows. */
export async function openDump(packed: Readable): Promise<{ columns: string[]; rows: AsyncGenerator<Cell[]> }> {
  const gunzip = createGunzip()
  const lines = lineReader(gunzip)
  const failed = pipeline(packed, gunzip)
  failed.catch(() => {})
  const first = await lines.next()
  if (first.done === true) {
    await failed
    throw new Error('The dump is empty.')
  }
  const rows = async function* () {
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) yield JSON.parse(line.value) as Cell[]
    await failed
  }
  return { columns: JSON.parse(first.value) as string[], rows: rows() }
}
