import { describe, expect, test } from 'vitest'
import type { GgufErrorCode } from './errors.ts'
import { readArrayValue, readGgufHeader, requiredFileBytes } from './header.ts'
import { ggufLimits } from './limits.ts'
import { inMemory } from './testing/in-memory.ts'
import { tinyModel, tinyModelParameters, tinyShards } from './testing/tiny-model.ts'
import { type TypedValue, type WriteGguf, writeGguf } from './testing/write-gguf.ts'
import type { GgufArray } from './values.ts'

const headerOf = (file: WriteGguf) => readGgufHeader(inMemory(writeGguf(file)).read)

describe.for([
  [1, true],
  [1, false],
  [2, true],
  [2, false],
  [3, true],
  [3, false],
] as const)('version %i, little endian %s', ([version, littleEndian]) => {
  test('values of every type come back as they were written', async () => {
    const metadata = {
      u8: { type: 'uint8', value: 255 },
      i8: { type: 'int8', value: -128 },
      u16: { type: 'uint16', value: 65_535 },
      i16: { type: 'int16', value: -32_768 },
      u32: { type: 'uint32', value: 4_294_967_295 },
      i32: { type: 'int32', value: -2_147_483_648 },
      f32: { type: 'float32', value: 0.5 },
      yes: { type: 'bool', value: true },
      no: { type: 'bool', value: false },
      text: { type: 'string', value: 'naïve 船' },
      empty: { type: 'string', value: '' },
      u64: { type: 'uint64', value: 2n ** 64n - 1n },
      small: { type: 'uint64', value: 7n },
      i64: { type: 'int64', value: -(2n ** 63n) },
      f64: { type: 'float64', value: Math.PI },
      __proto: { type: 'string', value: 'x' },
    } satisfies Record<string, TypedValue>
    const header = await headerOf({ version, littleEndian, metadata })
    expect([header.version, header.littleEndian]).toEqual([version, littleEndian])
    const expected: Record<string, unknown> = Object.fromEntries(Object.entries(metadata).map(([key, { value }]) => [key, value]))
    expect(Object.fromEntries(header.metadata)).toEqual({ ...expected, small: 7 })
  })

  test('tensors and what they add up to', async () => {
    const header = await headerOf({
      version,
      littleEndian,
      tensors: [
        { name: 'a', type: 'Q4_K', shape: [256, 3] },
        { name: 'b', type: 'F32', shape: [5] },
        { name: 'scalar', type: 'F32', shape: [] },
      ],
    })
    expect(header.tensors).toEqual([
      { name: 'a', type: 'Q4_K', typeCode: 12, shape: [256, 3], elements: 768, offset: 0 },
      { name: 'b', type: 'F32', typeCode: 0, shape: [5], elements: 5, offset: 448 },
      { name: 'scalar', type: 'F32', typeCode: 0, shape: [], elements: 1, offset: 480 },
    ])
    expect(header).toMatchObject({
      parameters: 774,
      parametersByType: [
        { type: 'Q4_K', typeCode: 12, parameters: 768, tensors: 1 },
        { type: 'F32', typeCode: 0, parameters: 6, tensors: 2 },
      ],
      tensorBytes: 432 + 24,
      bitsPerWeight: ((432 + 24) * 8) / 774,
    })
    expect(header.dataOffset % 32).toBe(0)
    expect(requiredFileBytes(header)).toBe(header.dataOffset + 484)
  })

  test('long arrays keep their beginning; the others are found again', async () => {
    const values = Array.from({ length: 300 }, (_, i) => `token ${i} ${'x'.repeat(i)}`)
    const file = writeGguf({
      version,
      littleEndian,
      metadata: {
        tokens: { type: 'array', of: 'string', values },
        scores: { type: 'array', of: 'float32', values: values.map((_, i) => -i) },
        after: 'it',
      },
    })
    const { read } = inMemory(file)
    const header = await readGgufHeader(read)
    const tokens = header.metadata.get('tokens') as GgufArray
    const scores = header.metadata.get('scores') as GgufArray
    expect([tokens.length, tokens.values.length, tokens.type]).toEqual([300, ggufLimits.arrayValues, 8])
    expect(tokens.values[63]).toBe(values[63])
    expect(header.metadata.get('after')).toBe('it')
    for (const index of [0, 63, 64, 299]) expect(await readArrayValue(read, header, tokens, index)).toBe(values[index])
    expect(await readArrayValue(read, header, scores, 299)).toBe(-299)
    for (const index of [-1, 300, 0.5, Number.NaN, Infinity]) expect(await readArrayValue(read, header, tokens, index)).toBe(null)
  })

  test('arrays within arrays are summarized and passed over', async () => {
    const row = (values: number[]): TypedValue => ({ type: 'array', of: 'uint32', values })
    const file = writeGguf({
      version,
      littleEndian,
      metadata: { grid: { type: 'array', of: 'array', values: Array.from({ length: 40 }, (_, i) => row([i, i, i])) }, after: 1 },
    })
    const { read } = inMemory(file)
    const header = await readGgufHeader(read)
    const grid = header.metadata.get('grid') as GgufArray
    expect(grid.length).toBe(40)
    expect(grid.values[1]).toMatchObject({ length: 3, values: [1, 1, 1] })
    expect(JSON.stringify(grid).length).toBeLessThan(3_000)
    expect(header.metadata.get('after')).toBe(1)
    expect(await readArrayValue(read, header, grid, 39)).toMatchObject({ length: 3, values: [39, 39, 39] })
  })
})

test('a tiny model in every file type adds up', async () => {
  for (const type of ['F32', 'Q8_0', 'Q4_K_M', 'IQ2_XXS', 'NVFP4', 'Q1_0', 'MXFP4_MOE', 'TQ1_0'] as const) {
    const file = tinyModel(type)
    const header = await readGgufHeader(inMemory(file).read)
    expect([header.parameters, requiredFileBytes(header)]).toEqual([tinyModelParameters, file.length])
  }
})

test('shards add up to the model', async () => {
  const headers = await Promise.all(tinyShards('Q4_0', 3).map((file) => readGgufHeader(inMemory(file).read)))
  expect(headers.reduce((sum, { parameters }) => sum + parameters, 0)).toBe(tinyModelParameters)
  expect(headers.map(({ metadata }) => metadata.get('split.no'))).toEqual([0, 1, 2])
})

test('a text too long to hold is passed over and summarized by its bytes', async () => {
  const text = 'tokenizer '.repeat(300_000)
  const { read, served } = inMemory(writeGguf({ metadata: { long: text, after: 'it' } }))
  const header = await readGgufHeader(read)
  const long = header.metadata.get('long') as GgufArray
  expect(long).toEqual({ length: 3_000_000, values: [], type: 0, offset: 48 })
  expect(header.metadata.get('after')).toBe('it')
  expect(served().bytes).toBeLessThan(200_000)
  expect(await readArrayValue(read, header, long, 1)).toBe('o'.charCodeAt(0))
})

test('of very many arrays the first are kept, and all are counted', async () => {
  const metadata = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, i) => [
      `k${i}`,
      { type: 'array', of: 'uint8', values: Array(64).fill(i % 256) as number[] } as const,
    ]),
  )
  const { read } = inMemory(writeGguf({ metadata }))
  const header = await readGgufHeader(read)
  const arrays = [...header.metadata.values()] as GgufArray[]
  expect(arrays.reduce((sum, { values }) => sum + values.length, 0)).toBe(ggufLimits.heldArrayValues)
  expect(new Set(arrays.map(({ length }) => length))).toEqual(new Set([64]))
  expect(await readArrayValue(read, header, arrays[999] ?? { length: 0, values: [], type: 0, offset: 0 }, 63)).toBe(999 % 256)
})

test('an alignment of the file is heeded', async () => {
  const header = await headerOf({ alignment: 4096, tensors: [{ name: 'a', type: 'F32', shape: [1] }] })
  expect(header.dataOffset).toBe(4096)
})

test('a tensor type that is not known is counted and its size left open', async () => {
  const file = writeGguf({ tensors: [{ name: 'a', type: 'F32', shape: [4] }], withData: false })
  new DataView(file.buffer).setUint32(file.length - 12, 77, true)
  const header = await readGgufHeader(inMemory(file).read)
  expect(header).toMatchObject({
    parameters: 4,
    parametersByType: [{ type: null, typeCode: 77, parameters: 4 }],
    tensorBytes: null,
    bitsPerWeight: null,
  })
  expect(requiredFileBytes(header)).toBe(null)
})

test('tensors are never read: a header costs what it is long, rounded up to a chunk', async () => {
  const { read, served } = inMemory(writeGguf({ tensors: [{ name: 'a', type: 'F32', shape: [1_000_000] }] }))
  await readGgufHeader(read)
  expect(served()).toEqual({ bytes: 65_536, reads: 1 })
})

test('what the reading function throws passes through', async () => {
  const failure = new Error('the disk is gone')
  await expect(
    readGgufHeader(async () => {
      throw failure
    }),
  ).rejects.toBe(failure)
})

describe('what is wrong is told by its code', () => {
  const good = writeGguf({ metadata: { a: 'text' }, tensors: [{ name: 't', type: 'F32', shape: [1] }] })
  const head = (tensors: bigint, pairs: bigint, ...rest: (number | string | bigint)[]): Uint8Array => {
    const bytes = Buffer.alloc(24)
    bytes.write('GGUF')
    bytes.writeUInt32LE(3, 4)
    bytes.writeBigUInt64LE(tensors, 8)
    bytes.writeBigUInt64LE(pairs, 16)
    return Buffer.concat([bytes, ...rest.map(toBytes)])
  }
  /** Numbers are uint32, bigints uint64, text is preceded by its length. */
  const toBytes = (value: number | string | bigint): Uint8Array => {
    if (typeof value === 'number') return new Uint8Array(new Uint32Array([value]).buffer)
    if (typeof value === 'bigint') return new Uint8Array(new BigUint64Array([value]).buffer)
    return Buffer.concat([toBytes(BigInt(Buffer.byteLength(value))), Buffer.from(value)])
  }
  const max = 2n ** 64n - 1n

  test.for([
    ['an empty file', new Uint8Array(0), 'gguf.truncated'],
    ['half a magic', Buffer.from('GG'), 'gguf.truncated'],
    ['another file', Buffer.from('PK\x03\x04 and so on'), 'gguf.not_gguf'],
    ['the letters the wrong way round', Buffer.from('FUGG\x03\0\0\0'), 'gguf.not_gguf'],
    ['version 0', Buffer.from('GGUF\0\0\0\0'), 'gguf.unsupported_version'],
    ['version 4', Buffer.from('GGUF\x04\0\0\0'), 'gguf.unsupported_version'],
    ['version 4, big endian', Buffer.from('GGUF\0\0\0\x04'), 'gguf.unsupported_version'],
    ['an end after the version', Buffer.from('GGUF\x03\0\0\0'), 'gguf.truncated'],
    ['tensors without number', head(max, 0n), 'gguf.too_many'],
    ['entries without number', head(0n, max), 'gguf.too_many'],
    ['one entry too many', head(0n, 20_001n), 'gguf.too_many'],
    ['one tensor too many', head(65_537n, 0n), 'gguf.too_many'],
    ['an endless key', head(0n, 1n, max), 'gguf.text_too_long'],
    ['an endless text', head(0n, 1n, 'k', 8, max), 'gguf.text_too_long'],
    ['a text beyond the file', head(0n, 1n, 'k', 8, 1000n), 'gguf.truncated'],
    ['a value of no type', head(0n, 1n, 'k', 13), 'gguf.unknown_value_type'],
    ['an array of no type', head(0n, 1n, 'k', 9, 99, 0n), 'gguf.unknown_value_type'],
    ['an endless array', head(0n, 1n, 'k', 9, 0, max), 'gguf.too_many'],
    ['an array beyond the file', head(0n, 1n, 'k', 9, 0, 1000n), 'gguf.truncated'],
    ['an array beyond the file, all passed over', head(0n, 1n, 'k', 9, 0, 100n, ...Array<bigint>(10).fill(0n)), 'gguf.truncated'],
    ['an array beyond any header', head(0n, 1n, 'k', 9, 10, 60_000_000n, ...Array<bigint>(64).fill(0n)), 'gguf.too_large'],
    ['arrays five deep', head(0n, 1n, 'k', 9, 9, 1n, 9, 1n, 9, 1n, 9, 1n, 0, 0n), 'gguf.nested_too_deep'],
    ['nine dimensions', head(1n, 0n, 't', 9), 'gguf.too_many_dimensions'],
    ['a tensor of 2^64 elements', head(1n, 0n, 't', 2, 2n ** 32n, 2n ** 32n, 0, 0n), 'gguf.too_many_elements'],
    ['a tensor as long as can be', head(1n, 0n, 't', 1, max, 0, 0n), 'gguf.too_many_elements'],
    ['more elements than bytes can be counted', head(1n, 0n, 't', 1, 2n ** 53n - 1n, 0, 0n), 'gguf.too_many_elements'],
    ['tensors that overflow together', head(2n, 0n, 't', 1, 2n ** 52n, 24, 0n, 'u', 1, 2n ** 52n, 24, 0n), 'gguf.too_many_elements'],
    ['a tensor twice', head(2n, 0n, 't', 0, 0, 0n, 't', 0, 0, 0n), 'gguf.duplicate_tensor'],
    ['an alignment of 0', head(0n, 1n, 'general.alignment', 4, 0), 'gguf.invalid_alignment'],
    ['an alignment of 3', head(0n, 1n, 'general.alignment', 4, 3), 'gguf.invalid_alignment'],
    ['an alignment of 2^31', head(0n, 1n, 'general.alignment', 4, 2 ** 31), 'gguf.invalid_alignment'],
    ['an alignment in words', head(0n, 1n, 'general.alignment', 8, '32'), 'gguf.invalid_alignment'],
    ['an alignment in a list', head(0n, 1n, 'general.alignment', 9, 4, 0n), 'gguf.invalid_alignment'],
  ] as const satisfies readonly (readonly [string, Uint8Array, GgufErrorCode])[])('%s', async ([, file, code]) => {
    await expect(readGgufHeader(inMemory(file).read)).rejects.toMatchObject({ name: 'GgufError', code })
  })

  test('the same key twice', async () => {
    const twice = Buffer.concat([head(0n, 2n, 'k', 7), Buffer.from([1]), toBytes('k'), toBytes(7), Buffer.from([1])])
    await expect(readGgufHeader(inMemory(twice).read)).rejects.toMatchObject({ code: 'gguf.duplicate_key' })
  })

  test('cut anywhere, a file is truncated, and never anything else', async () => {
    const { headerBytes } = await readGgufHeader(inMemory(good).read)
    for (let length = 0; length < headerBytes; length++)
      await expect(readGgufHeader(inMemory(good.subarray(0, length)).read)).rejects.toMatchObject({ code: 'gguf.truncated' })
    expect((await readGgufHeader(inMemory(good.subarray(0, headerBytes)).read)).parameters).toBe(1)
  })

  test('names out of the file are shortened and quoted in messages', async () => {
    const name = `\u202e\n${'x'.repeat(60_000)}`
    const failed = readGgufHeader(inMemory(head(1n, 0n, name, 9)).read)
    await expect(failed).rejects.toThrow(/^The tensor "\\u\{202e\}\\nx{78}…" has 9 dimensions$/)
  })

  describe('a file that never ends', () => {
    test('costs no more than the limit: zeros are the same empty key again and again', async () => {
      const { read, served } = inMemory(head(0n, 20_000n), { endless: true })
      await expect(readGgufHeader(read)).rejects.toMatchObject({ code: 'gguf.duplicate_key' })
      expect(served()).toEqual({ bytes: 65_536, reads: 1 })
    })

    test('tensors with long names are given up at the limit of what is held', async () => {
      const tensor = (i: number) => Buffer.concat([toBytes(`${i}`.padEnd(60_000)), toBytes(0), toBytes(0), toBytes(0n)])
      const one = tensor(0).length
      let served = 0
      const failed = readGgufHeader(async (start, end) => {
        served += end - start
        const whole = Buffer.alloc(end - start)
        if (start < 24) head(65_536n, 0n).forEach((byte, i) => (whole[i] = byte))
        for (let i = Math.max(0, Math.floor((start - 24) / one)); 24 + i * one < end; i++) {
          const at = 24 + i * one - start
          tensor(i).copy(whole, Math.max(0, at), Math.max(0, -at))
        }
        return whole
      })
      await expect(failed).rejects.toMatchObject({ code: 'gguf.too_large' })
      expect(served).toBeLessThan(ggufLimits.headerBytes + 2 * 1024 * 1024)
    })

    test('eight million empty strings are passed over in time', async () => {
      const { read } = inMemory(head(0n, 1n, 'k', 9, 8, 8_000_000n), { endless: true })
      const header = await readGgufHeader(read)
      expect((header.metadata.get('k') as GgufArray).length).toBe(8_000_000)
    })

    test('nested arrays without end are given up in time', async () => {
      // Zeros after the head: each inner array has type uint8 and length 0, 12 bytes.
      const { read } = inMemory(head(0n, 1n, 'k', 9, 9, 60_000_000n), { endless: true })
      await expect(readGgufHeader(read)).rejects.toMatchObject({ code: 'gguf.too_large' })
    })
  })
})
