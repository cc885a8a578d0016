import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type GgufArray, GgufError, quantLabel, readArrayValue, readGgufHeader, shardOf } from './index.ts'

const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const reader = (file: Uint8Array) => async (start: number, end: number) => file.subarray(start, end + 1)

describe('quantLabel', () => {
  test.for([
    ['Model-Q4_K_M.gguf', 'Q4_K_M'],
    ['llama.q8_0.gguf', 'Q8_0'],
    ['x-UD-Q4_K_XL.gguf', 'UD-Q4_K_XL'],
    ['BF16/m-BF16-00001-of-00003.gguf', 'BF16'],
    ['x.F16.Q5_1.gguf', 'Q5_1'],
    ['gpt-oss-20b-MXFP4.gguf', 'MXFP4'],
    ['foo-Q6_K_L.gguf', 'Q6_K_L'],
    ['foo-Q8_0_L.gguf', 'Q8_0_L'],
    ['foo.gguf', null],
    ['m-Q4_0_4_4.gguf', 'Q4_0_4_4'],
    ['m-Q4_1_SOME_F16.gguf', 'Q4_1_SOME_F16'],
    ['m-fp16.gguf', 'F16'],
    ['m-Q4_K.gguf', 'Q4_K'],
    ['m-Q1_0_g128.gguf', 'Q1_0'],
  ] as const)('%s → %s', ([path, label]) => {
    expect(quantLabel(path)).toBe(label)
  })
})

test('shardOf', () => {
  expect(shardOf('a/m-00002-of-00010.gguf')).toEqual({ prefix: 'a/m', index: 2, total: 10 })
  expect(shardOf('m.gguf')).toBe(null)
})

describe.skipIf(!existsSync(data))('real files (../shared/data)', () => {
  test('a vocabulary without tensors', async () => {
    const header = await readGgufHeader(reader(readFileSync(join(data, 'gguf/ggml-vocab-bert-bge.gguf'))))
    expect(header.version).toBe(3)
    expect(header.tensorCount).toBe(0)
    expect(header.metadata.get('general.architecture')).toBe('bert')
    const tokens = header.metadata.get('tokenizer.ggml.tokens') as GgufArray
    expect(tokens.length).toBe(30522)
    expect(tokens.values.slice(0, 2)).toEqual(['[PAD]', '[unused0]'])
    const read = reader(readFileSync(join(data, 'gguf/ggml-vocab-bert-bge.gguf')))
    expect(await readArrayValue(read, header, tokens, 0)).toBe('[PAD]')
    expect(await readArrayValue(read, header, tokens, 101)).toBe('[CLS]')
    expect(await readArrayValue(read, header, tokens, 103)).toBe('[MASK]')
    expect(await readArrayValue(read, header, tokens, 30522)).toBe(null)
    expect(await readArrayValue(read, header, tokens, -1)).toBe(null)
  })

  test('a whole small model: its tensors add up', async () => {
    const header = await readGgufHeader(reader(readFileSync(join(data, 'models/karpathy/stories260K/stories260K-f32.gguf'))))
    expect(header.metadata.get('general.architecture')).toBe('llama')
    expect(header.parameters).toBeGreaterThanOrEqual(260_032)
    expect(header.tensors.every(({ type }) => type === 'F32')).toBe(true)
  })

  test('every truncation of a real header is an error, never a hang or another exception', async () => {
    const whole = readFileSync(join(data, 'models/karpathy/stories260K/stories260K-f32.gguf'))
    for (let length = 0; length < 4000; length += 7) {
      await expect(readGgufHeader(reader(whole.subarray(0, length)))).rejects.toBeInstanceOf(GgufError)
    }
  })
})

describe('hostile headers', () => {
  const start = (tensors: bigint, pairs: bigint, rest: number[] = []) => {
    const bytes = Buffer.alloc(24)
    bytes.write('GGUF')
    bytes.writeUInt32LE(3, 4)
    bytes.writeBigUInt64LE(tensors, 8)
    bytes.writeBigUInt64LE(pairs, 16)
    return Buffer.concat([bytes, Buffer.from(rest)])
  }
  const max = 0xffff_ffff_ffff_ffffn
  test.for([
    ['an empty file', Buffer.alloc(0)],
    ['version 4', Buffer.from('GGUF\x04\0\0\0')],
    ['an array of arrays', start(0n, 1n, [1, 0, 0, 0, 0, 0, 0, 0, 97, 9, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])],
    ['an array beyond the file', start(0n, 1n, [1, 0, 0, 0, 0, 0, 0, 0, 97, 9, 0, 0, 0, 8, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0])],
    ['a tensor of 9 dimensions', start(1n, 0n, [1, 0, 0, 0, 0, 0, 0, 0, 97, 9, 0, 0, 0])],
    [
      'a tensor of 2^64 elements',
      start(
        1n,
        0n,
        [
          1, 0, 0, 0, 0, 0, 0, 0, 97, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          0,
        ],
      ),
    ],
    ['no magic', Buffer.from('nope nope nope')],
    ['tensors beyond count', start(max, 0n)],
    ['pairs beyond count', start(0n, max)],
    ['an endless key', start(0n, 1n, [255, 255, 255, 255, 255, 255, 255, 255])],
    ['an unknown type', start(0n, 1n, [1, 0, 0, 0, 0, 0, 0, 0, 97, 99, 0, 0, 0])],
  ] as const)('%s', async ([, file]) => {
    await expect(readGgufHeader(reader(file))).rejects.toBeInstanceOf(GgufError)
  })

  test('a file that never ends is given up at the limit', async () => {
    const head = start(0n, 90_000n)
    let served = 0
    const endless = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from + 1)
      served += bytes.length
      if (from === 0) bytes.set(head)
      return bytes
    }
    // All zero: empty keys with uint8 values, 13 bytes each.
    const header = await readGgufHeader(endless)
    expect(header.metadata.size).toBe(1)
    expect(served).toBeLessThan(8 * 1024 * 1024)
  })

  test('eight million empty strings are passed over in time', async () => {
    const pair = [1, 0, 0, 0, 0, 0, 0, 0, 97, 9, 0, 0, 0, 8, 0, 0, 0, ...Buffer.from(new BigUint64Array([8_000_000n]).buffer)]
    const head = start(0n, 1n, pair)
    const zeros = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from + 1)
      if (from < head.length) bytes.set(head.subarray(from))
      return bytes
    }
    const started = performance.now()
    const header = await readGgufHeader(zeros)
    expect((header.metadata.get('a') as GgufArray).length).toBe(8_000_000)
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test('big-endian and version 1 files are read', async () => {
    const text = (value: string, wide: boolean, little: boolean) => {
      const length = Buffer.alloc(wide ? 8 : 4)
      if (wide && little) length.writeBigUInt64LE(BigInt(value.length))
      else if (wide) length.writeBigUInt64BE(BigInt(value.length))
      else length.writeUInt32LE(value.length)
      return Buffer.concat([length, Buffer.from(value)])
    }
    const u32 = (value: number, little = true) => {
      const bytes = Buffer.alloc(4)
      if (little) bytes.writeUInt32LE(value)
      else bytes.writeUInt32BE(value)
      return bytes
    }
    const big = Buffer.concat([
      Buffer.from('GGUF\0\0\0\x03'),
      Buffer.alloc(15),
      Buffer.from([1]),
      text('k', true, false),
      u32(4, false),
      u32(7, false),
    ])
    expect((await readGgufHeader(reader(big))).metadata.get('k')).toBe(7)
    const first = Buffer.concat([Buffer.from('GGUF\x01\0\0\0'), u32(0), u32(1), text('k', false, true), u32(8), text('v', false, true)])
    expect((await readGgufHeader(reader(first))).metadata.get('k')).toBe('v')
  })

  test('random damage to a header ends in a header or a GgufError', async () => {
    const good = start(
      1n,
      2n,
      [
        1, 0, 0, 0, 0, 0, 0, 0, 97, 4, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 98, 8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 104, 105, 1, 0,
        0, 0, 0, 0, 0, 0, 116, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
    )
    expect((await readGgufHeader(reader(good))).parameters).toBe(5)
    for (let at = 4; at < good.length; at++) {
      for (const value of [0, 1, 9, 127, 255]) {
        const damaged = Buffer.from(good)
        damaged[at] = value
        await readGgufHeader(reader(damaged)).catch((error: unknown) => expect(error).toBeInstanceOf(GgufError))
      }
    }
  })
})
