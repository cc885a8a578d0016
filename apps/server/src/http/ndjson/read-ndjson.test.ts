import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { readNdjson } from './read-ndjson.ts'
import { Spool } from './spool.ts'
import { SpooledString } from './spooled-string.ts'

const limits = { bodyBytes: 2 ** 40, stringBytes: 2 ** 40 }
const mebibyte = 1024 * 1024

describe('lines', () => {
  test.for([1, 2, 3, 7, 1000])('are the same in pieces of %i bytes', async (size) => {
    const text = '{"a":1}\n\n  \n{"b":"é\\n\\"\u2028"}\r\n[1,2]\n"x"'
    expect(await read(pieces(Buffer.from(text), size))).toEqual([
      { number: 1, value: { a: 1 } },
      { number: 4, value: { b: 'é\n"\u2028' } },
      { number: 5, value: [1, 2] },
      { number: 6, value: 'x' },
    ])
  })

  test.for(['{"a":1}\n{"a":', '{"a":1}\n{a:1}\n', '{"a":1}\nx', '{"a":1}\n{"a":"\t"}', '{"a":1}\n{"a":1}}'])(
    '%j is refused at line 2',
    async (text) => {
      await expect(read(pieces(Buffer.from(text), 100))).rejects.toMatchObject({ code: 'body.invalid', details: { line: 2 } })
    },
  )

  test('bytes that are no UTF-8 are refused, not repaired', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.of(0xc3, 0x28), Buffer.from('"}')])
    await expect(read(pieces(bytes, 100))).rejects.toMatchObject({ code: 'body.invalid', details: { line: 1 } })
  })

  test('a body over the limit is refused while it is sent', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent++
        yield Buffer.from('{"a":1}\n')
      }
    }
    await expect(read(endless(), { ...limits, bodyBytes: 80 })).rejects.toMatchObject({ code: 'body.too_large', details: { line: 11 } })
    expect(sent).toBe(11)
  })
})

describe('long lines', () => {
  const content = Buffer.alloc(3 * mebibyte, Buffer.from([...Array(256).keys()]))

  test.for([65_536, 65_521, 2 * mebibyte])('give base64 back byte for byte, in pieces of %i bytes', async (size) => {
    const line = JSON.stringify({
      key: 'file',
      value: { content: content.toString('base64'), path: 'a "quoted" \\ path', encoding: 'base64' },
    })
    const [first, second] = await read(pieces(Buffer.from(`${line}\n{"next":true}\n`), size), limits, 'base64')
    expect(first).toMatchObject({ number: 1, value: { key: 'file', value: { path: 'a "quoted" \\ path', encoding: 'base64' } } })
    expect((first?.decoded ?? Buffer.alloc(0)).equals(content)).toBe(true)
    expect(second).toEqual({ number: 2, value: { next: true } })
  })

  test.for([65_536, 4093, 1_000_003])('give text with escapes back, in pieces of %i bytes', async (size) => {
    const text = 'é "x" \\ \n \u0001 🚢 \\ud83d \u2028/'.repeat(60_000)
    const escaped = JSON.stringify(text).replaceAll('🚢', '\\ud83d\\udea2').replaceAll('/', '\\/')
    const [first] = await read(pieces(Buffer.from(`{"content":${escaped}}`), size), limits, 'utf-8')
    expect(first?.decoded?.toString()).toBe(text)
  })

  test('one escape after the other, and one byte at a time', async () => {
    const text = '\n'.repeat(1_200_000)
    const [first] = await read(pieces(Buffer.from(`{"content":${JSON.stringify(text)}}`), 60_001), limits, 'utf-8')
    expect(first?.decoded?.toString()).toBe(text)
    const tail = pieces(Buffer.from(`${JSON.stringify('\u{1F6A2}"'.repeat(20)).slice(1)}}`), 1)
    async function* mixed() {
      yield Buffer.from(`{"content":"${'a'.repeat(2 * mebibyte)}`)
      yield* tail
    }
    const [second] = await read(mixed(), limits, 'utf-8')
    expect(second?.decoded?.toString().slice(2 * mebibyte)).toBe('🚢"'.repeat(20))
  })

  test.for<[string, 'base64' | 'utf-8']>([
    ['AAA*', 'base64'],
    ['AA==AAAA', 'base64'],
    ['AAA', 'base64'],
    ['AA A', 'base64'],
    ['A-_A', 'base64'],
    ['AAAA\u0141AAA', 'base64'],
    ['éAAA', 'base64'],
    ['A===', 'base64'],
    ['====', 'base64'],
    ['A\tAA', 'base64'],
    ['\\ud83d', 'utf-8'],
    ['\\x', 'utf-8'],
    ['\\u12', 'utf-8'],
    ['\t', 'utf-8'],
  ])('%j is no %s', async ([text, encoding]) => {
    const line = `{"content":"${'AAAA'.repeat(mebibyte / 2)}${text}"}`
    await expect(read(pieces(Buffer.from(line), 65_536), limits, encoding)).rejects.toThrow(/base64|malformed|well-formed/)
  })

  test('a string over the limit is refused while it is sent', async () => {
    let sent = 0
    async function* endless() {
      yield Buffer.from('{"content":"')
      for (;;) {
        sent += 65_536
        yield Buffer.alloc(65_536, 'A')
      }
    }
    const small = { ...limits, stringBytes: 3 * mebibyte }
    await expect(read(endless(), small)).rejects.toMatchObject({ code: 'commit.file_too_large', details: { line: 1 } })
    expect(sent).toBeLessThanOrEqual(3 * mebibyte + 65_536)
  })

  test('much beside the long strings is refused', async () => {
    const many = `{"a":[${'1,'.repeat(mebibyte)}1]}`
    await expect(read(pieces(Buffer.from(many), 65_536))).rejects.toMatchObject({ code: 'body.invalid', details: { line: 1 } })
    const shortStrings = `{"a":[${`"${'x'.repeat(60_000)}",`.repeat(40)}1]}`
    await expect(read(pieces(Buffer.from(shortStrings), 65_536))).rejects.toMatchObject({ code: 'body.invalid', details: { line: 1 } })
  })

  test('that never end are malformed', async () => {
    await expect(read(pieces(Buffer.from(`{"content":"${'A'.repeat(2 * mebibyte)}`), 65_536))).rejects.toMatchObject({
      code: 'body.invalid',
    })
    await expect(read(pieces(Buffer.from(`{"content":"${'A'.repeat(2 * mebibyte)}"`), 65_536))).rejects.toMatchObject({
      code: 'body.invalid',
    })
  })

  test('leave no file in the folder of the spool, not even while they are read', async () => {
    await using dir = await tempDir()
    await using spool = new Spool(dir.path)
    await spool.append(Buffer.alloc(mebibyte))
    expect(spool.bytes).toBe(mebibyte)
    expect(await readdir(dir.path)).toEqual([])
  })

  test('of a hundred megabytes take little memory', async () => {
    const block = Buffer.alloc(mebibyte, 'QUJD')
    async function* body() {
      yield Buffer.from('{"content":"')
      for (let i = 0; i < 100; i++) yield block
      yield Buffer.from('"}\n')
    }
    await using dir = await tempDir()
    await using spool = new Spool(dir.path)
    // Measure only live memory, regardless of when this machine happens to run its garbage collection.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    let bytes = 0
    let highest = 0
    let measured = 0
    collect()
    const before = process.memoryUsage().arrayBuffers
    for await (const { value } of readNdjson(body(), spool, limits)) {
      const { content } = value as { content: SpooledString }
      for await (const piece of content.decode('base64')) {
        bytes += piece.length
        if (bytes - measured < 5 * mebibyte) continue
        measured = bytes
        collect()
        highest = Math.max(highest, process.memoryUsage().arrayBuffers - before)
      }
    }
    expect(bytes).toBe(75 * mebibyte)
    expect(measured).toBeGreaterThan(0)
    expect(highest).toBeLessThan(60 * mebibyte)
  })
})

/** Reads everything; long strings named `content` are decoded while their line is the current one. */
async function read(
  body: AsyncIterable<Uint8Array>,
  bounds = limits,
  encoding: 'base64' | 'utf-8' = 'utf-8',
): Promise<{ number: number; value: unknown; decoded?: Buffer }[]> {
  await using dir = await tempDir()
  await using spool = new Spool(dir.path)
  const lines: { number: number; value: unknown; decoded?: Buffer }[] = []
  for await (const { number, value } of readNdjson(body, spool, bounds)) {
    const record = value as { content?: unknown; value?: { content?: unknown } }
    const long = record.content ?? record.value?.content
    if (!(long instanceof SpooledString)) {
      lines.push({ number, value })
      continue
    }
    const decoded: Buffer[] = []
    for await (const piece of long.decode(encoding)) decoded.push(piece)
    lines.push({ number, value, decoded: Buffer.concat(decoded) })
  }
  return lines
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function tempDir(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'portolan-ndjson-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
