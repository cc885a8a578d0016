import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TableReader } from '@portolan/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture, openReader, source, valuesOf } from './testing/memory-source.ts'

let reader: TableReader
beforeAll(() => {
  reader = openReader()
})
afterAll(() => reader[Symbol.asyncDispose]())

const rows = (file: ReturnType<typeof source>) => reader.read<'rows'>([file], { kind: 'rows', offset: 0, length: 10 })

test('a million columns: the first are shown, the others counted', async () => {
  const line = (value: (i: number) => string) => Array.from({ length: 1_000_000 }, (_, i) => value(i)).join(',')
  const answer = await rows(source('wide.csv', `${line((i) => `c${i}`)}\n${line((i) => String(i))}\n`))
  expect(answer.columns.length).toBe(100)
  expect(answer.hiddenColumns).toBe(999_900)
  expect(answer.rows[0]?.cells[99]?.value).toBe(99)
})

test('JSON nested a hundred thousand deep is cut, or refused, and the next question is answered', async () => {
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
  for (const [name, text] of [
    ['deep.jsonl', `{"a":${deep}}\n`],
    ['deep.json', `[{"a":${deep}}]`],
    ['deeper.json', deep],
  ] as const) {
    const answer = await rows(source(name, text)).catch((error: unknown) => error)
    if (answer instanceof Error) expect(answer).toMatchObject({ problem: expect.stringMatching(/^(too-large|unreadable)$/) })
    else expect(JSON.stringify(answer).length).toBeLessThan(1000)
  }
  expect(await valuesOf(reader, [source('a.json', '[{"a":1}]')])).toEqual([[1]])
})

test('a small Parquet file that unpacks to more than a gigabyte is stopped, and the next question is answered', async () => {
  await expect(rows(source('bomb.parquet', gunzipSync(fixture('bomb.parquet.gz'))))).rejects.toMatchObject({ problem: 'too-large' })
  expect(await valuesOf(reader, [source('a.json', '[{"a":1}]')])).toEqual([[1]])
})

test('long cells, long lists, hostile names and markup come as they are, bounded', async () => {
  const row = {
    text: '<script>'.repeat(100_000),
    list: Array.from({ length: 1000 }, (_, i) => i),
    constructor: 1,
    '<img onerror=x>': 'x',
    a: JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  }
  const answer = await rows(source('a.jsonl', `${JSON.stringify({ ...row, ['__proto__']: 'p' })}\n`))
  const cell = (name: string) => answer.rows[0]?.cells[answer.columns.findIndex((column) => column.name === name)]
  expect(cell('text')).toMatchObject({ cut: true })
  expect(cell('text')?.value).toHaveLength(2000)
  expect(cell('list')?.value).toHaveLength(30)
  expect(cell('constructor')?.value).toBe(1)
  expect(cell('<img onerror=x>')?.value).toBe('x')
  expect(JSON.stringify(answer)).toContain('polluted')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

describe('broken files say what is wrong', () => {
  test.each([
    ['not.parquet', 'PAR1 nothing of the kind', /does not end like a Parquet file/],
    ['short.parquet', 'PAR1', /too short/],
    [
      'footer.parquet',
      Buffer.concat([Buffer.from('PAR1............'), Buffer.from([0xff, 0xff, 0xff, 0x7f]), Buffer.from('PAR1')]),
      /length of its footer/,
    ],
    ['not.arrow', 'ARROW1\0\0 nothing of the kind at all', /not in the Arrow IPC format/],
    ['cut.arrow', fixture('stream.arrow').subarray(0, 3000), /ends in the middle/],
    ['bad.jsonl', '{"a":1}\n{"a":\n', /Line 2 is not valid JSON/],
    ['bad.json', '[{"a":1},{"a":}]', /Item 2 is not valid JSON/],
    ['bad.csv.gz', 'no gzip', /incorrect header/],
  ])('%s', async (name, content, message) => {
    await expect(rows(source(name, content))).rejects.toMatchObject({
      problem: 'unreadable',
      message: expect.stringMatching(message) as unknown,
    })
  })

  test('a Parquet file with any byte changed never ends the hub, nor a message with a path of this machine', async () => {
    const whole = fixture('groups.parquet')
    for (let at = 0; at < whole.length; at += 97) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const answer = await rows(source('x.parquet', bytes)).catch((error: unknown) => error)
      if (answer instanceof Error) {
        expect(answer).toMatchObject({ name: 'TableError' })
        expect(answer.message).not.toMatch(/file:|\/packages\/|node_modules/)
      }
    }
  })
})

// oxlint-disable-next-line node/no-process-env -- for tests only
const shared = join(process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../shared/data'), 'parquet')
const broken = new Set(['ARROW-GH-41317.parquet', 'PARQUET-1481.parquet'])
const files = existsSync(shared) ? readdirSync(shared).filter((name) => name.endsWith('.parquet')) : []

test.skipIf(files.length === 0)(`other people's Parquet files (${shared})`, async () => {
  for (const name of files) {
    const answer = rows(source(name, readFileSync(join(shared, name))))
    if (broken.has(name))
      await expect(answer, name).rejects.toMatchObject({ problem: expect.stringMatching(/unreadable|too-large|crashed/) as unknown })
    else expect((await answer).rows.length, name).toBeGreaterThan(0)
  }
})
