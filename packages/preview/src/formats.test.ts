import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { TableReader } from '@portolan/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, openReader, source, valuesOf } from './testing/memory-source.ts'

let reader: TableReader
beforeAll(() => {
  reader = openReader()
})
afterAll(() => reader[Symbol.asyncDispose]())

const columnsOf = async (file: ReturnType<typeof source>) =>
  (await reader.read<'rows'>([file], { kind: 'rows', offset: 0, length: 1 })).columns.map(({ name, type }) => `${name}: ${type}`)

describe('text formats', () => {
  test('CSV: the first record names the columns; types are guessed as pandas does', async () => {
    const file = source('a.csv', '\uFEFFid,price,ok,note,id\n1,1.5,True,"a, ""b""\nc",x\n2,,False,NA,y\n')
    expect(await columnsOf(file)).toEqual(['id: int64', 'price: float64', 'ok: bool', 'note: string', 'id.1: string'])
    expect(await valuesOf(reader, [file])).toEqual([
      [1, 1.5, true, 'a, "b"\nc', 'x'],
      [2, null, false, null, 'y'],
    ])
  })

  test('TSV, packed files, a header alone, an empty file', async () => {
    const text = 'a\tb\n1\tx y\n'
    expect(await valuesOf(reader, [source('t.tsv', text)])).toEqual([[1, 'x y']])
    expect(await valuesOf(reader, [source('t.tsv.gz', gzipSync(text))])).toEqual([[1, 'x y']])
    expect(await valuesOf(reader, [source('t.tsv.zst', zstdCompressSync(text))])).toEqual([[1, 'x y']])
    expect(await reader.read<'rows'>([source('h.csv', 'a,b\n')], { kind: 'rows', offset: 0, length: 5 })).toMatchObject({
      rows: [],
      total: 0,
    })
    expect(await reader.read<'rows'>([source('e.csv', '')], { kind: 'rows', offset: 0, length: 5 })).toMatchObject({
      columns: [],
      rows: [],
      total: 0,
    })
  })

  test('JSON lines: columns of all objects, the type of each', async () => {
    const file = source('a.jsonl', '{"a":1,"b":["x"]}\n\n{"a":2.5,"c":{"d":null}}\r\n')
    expect(await columnsOf(file)).toEqual(['a: float64', 'b: list<string>', 'c: struct'])
    expect(await valuesOf(reader, [file])).toEqual([
      [1, ['x'], null],
      [2.5, null, { d: null }],
    ])
  })

  test.each([
    ['an array of objects', '[{"a":1},\n {"a":"]}\\"["}]'],
    ['objects one after another', '{"a":1}\n{"a":"]}\\"["}'],
    ['objects over several lines', '{\n"a": 1\n}\n{\n"a": "]}\\"["\n}\n'],
    ['an object of columns', '{"a":[1,"]}\\"["]}'],
  ])('JSON: %s', async (_, text) => {
    expect(await valuesOf(reader, [source('a.json', text)])).toEqual([[1], [']}"[']])
  })

  test('text: a row for each line', async () => {
    expect(await valuesOf(reader, [source('a.txt', 'one\r\n\ntwo')])).toEqual([['one'], [''], ['two']])
  })

  test('pages go on where the last one ended, over the files of a split', async () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `{"n":${from + i}}\n`).join('')
    const files = [source('a.jsonl', lines(0, 1500)), source('b.jsonl', lines(1500, 1600))]
    const page = await reader.read<'rows'>(files, { kind: 'rows', offset: 1498, length: 4 })
    expect(page.rows.map(({ index, cells }) => [index, cells[0]?.value])).toEqual([1498, 1499, 1500, 1501].map((n) => [n, n]))
    expect(page).toMatchObject({ total: null, more: true })
    expect(await reader.read<'rows'>(files, { kind: 'rows', offset: 1598, length: 4 })).toMatchObject({ total: 1600, more: false })
  })
})

describe('Parquet and Arrow', () => {
  test.each(['features.parquet', 'stream.arrow'])('%s: types that only `datasets` knows', async (name) => {
    const { columns, rows, total } = await reader.read<'rows'>([source(name, fixture(name))], { kind: 'rows', offset: 18, length: 5 })
    expect(total).toBe(20)
    expect(columns.slice(0, 6)).toEqual([
      { name: 'image', type: 'image' },
      { name: 'label', type: 'class label', classes: ['sea', 'land'] },
      { name: 'text', type: 'string' },
      { name: 'score', type: 'float64' },
      { name: 'words', type: 'list<string>' },
      { name: 'meta', type: 'struct' },
    ])
    expect(rows.map(({ index }) => index)).toEqual([18, 19])
    expect(rows[0]?.cells[0]).toMatchObject({
      value: '18.png',
      media: { kind: 'image', src: expect.stringMatching(/^data:image\/png;base64,iVBOR/) },
    })
    expect(rows[0]?.cells.slice(1, 6).map(({ value }) => value)).toEqual([0, 'row 18 <b>x</b>', 9, ['w', 'w'], { a: 18 }])
  })

  test.each(['groups.parquet', 'batches-uncompressed.arrow', 'batches-zstd.arrow', 'batches-lz4.arrow'])(
    '%s: rows across its parts',
    async (name) => {
      expect(await valuesOf(reader, [source(name, fixture(name))], 98, 4)).toEqual(
        [98, 99, 100, 101].map((n) => [n, `n${n % 7}`, new Date(n * 86_400_000).toISOString(), (2n ** 60n + BigInt(n)).toString()]),
      )
    },
  )

  test('only what is needed is fetched', async () => {
    const bytes = Buffer.concat([fixture('groups.parquet')])
    const asked: number[] = []
    const file = source('groups.parquet', bytes, {
      read: async (start, end) => {
        asked.push(end - start)
        return bytes.subarray(start, end)
      },
    })
    const middle = await reader.read<'rows'>([file], { kind: 'rows', offset: 150, length: 1 })
    expect(middle.rows[0]?.cells[0]?.value).toBe(150)
    const all = asked.reduce((sum, size) => sum + size, 0)
    expect(all).toBeLessThan(bytes.length * 1.6)
    expect(all).toBeGreaterThan(0)
  })
})

describe('columns', () => {
  test('statistics of numbers, text, truth, lists, classes', async () => {
    const { columns, rowsRead, complete } = await reader.read<'statistics'>([source('features.parquet', fixture('features.parquet'))], {
      kind: 'statistics',
      maxRows: 10,
    })
    expect({ rowsRead, complete }).toEqual({ rowsRead: 10, complete: false })
    const of = (name: string) => columns.find((column) => column.name === name)
    expect(of('label')).toMatchObject({
      kind: 'text',
      frequent: [
        { value: 'sea', count: 5 },
        { value: 'land', count: 5 },
      ],
    })
    expect(of('score')).toMatchObject({ kind: 'number', nulls: 1, distinct: { count: 9 }, numbers: { min: 0, max: 4.5 } })
    expect(of('score')?.numbers?.mean).toBeCloseTo((0 + 0.5 + 1 + 2 + 2.5 + 3 + 3.5 + 4 + 4.5) / 9, 10)
    expect(of('score')?.histogram?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(9)
    expect(of('words')).toMatchObject({
      kind: 'list',
      lengths: { min: 0, max: 3 },
      histogram: { bins: [{ from: 0, to: 0, count: 3 }, { count: 3 }, { count: 2 }, { count: 2 }] },
    })
    expect(of('text')).toMatchObject({ kind: 'text', distinct: { count: 10, atLeast: false }, lengths: { min: 14, max: 14, mean: 14 } })
  })

  test('search finds text in any case, in lists and objects too', async () => {
    const file = source('features.parquet', fixture('features.parquet'))
    const find = (column: string, query: string) =>
      reader.read<'search'>([file], { kind: 'search', column, query, length: 5, maxRows: 1000 })
    expect((await find('text', 'ROW 7 <')).rows.map(({ index }) => index)).toEqual([7])
    expect((await find('label', 'land')).rows.map(({ index }) => index)).toEqual([1, 3, 5, 7, 9])
    expect(await find('label', 'land')).toMatchObject({ more: true, complete: false })
    expect((await find('meta', '12')).rows.map(({ index }) => index)).toEqual([12])
    expect(await find('text', 'nothing')).toMatchObject({ rows: [], searched: 20, complete: true })
    await expect(find('gone', 'x')).rejects.toMatchObject({ problem: 'unsupported' })
  })
})
