import {
  findNearestQuantType,
  gguf,
  GGMLFileQuantizationType,
  GGMLQuantizationType,
  GGUF_QUANT_ORDER,
  parseGgufShardFilename,
  parseGGUFQuantLabel,
} from '@huggingface/gguf'
import { describe, expect, test } from 'vitest'
import { GgufError } from './errors.ts'
import { type FileType, fileTypeName, fileTypes, fileTypesBySize, nearestFileType } from './file-types.ts'
import { readGgufHeader } from './header.ts'
import { quantLabel } from './quant-label.ts'
import { shardOf } from './shards.ts'
import { tensorTypes } from './tensor-types.ts'
import { inMemory } from './testing/in-memory.ts'
import { headerDifferences, labelDifferences } from './testing/intended-differences.ts'
import { Random } from './testing/random.ts'
import { absent, realModel, realVocabulary, sharedFile } from './testing/shared-data.ts'
import { tinyModel, tinyShards } from './testing/tiny-model.ts'
import { type TypedValue, writeGguf } from './testing/write-gguf.ts'
import type { GgufValue } from './values.ts'

/* Compared with @huggingface/gguf 0.4.6, a development dependency: equal except for the differences in testing/intended-differences.ts. */

const codes = (names: object) => Object.fromEntries(Object.entries(names).filter(([, code]) => typeof code === 'number'))

describe('types', () => {
  test('all 48 file types and 35 tensor types have the same codes', () => {
    expect(codes(GGMLFileQuantizationType)).toEqual(fileTypes)
    expect(codes(GGMLQuantizationType)).toEqual(tensorTypes)
    expect([Object.keys(fileTypes).length, Object.keys(tensorTypes).length]).toEqual([48, 35])
  })

  test('the order is the same', () => {
    expect(GGUF_QUANT_ORDER.map((code) => fileTypeName(code))).toEqual(fileTypesBySize)
  })

  test('the nearest type is the same, for every wanted type and many choices', () => {
    const random = new Random(7)
    for (const wanted of fileTypesBySize) {
      for (let i = 0; i < 100; i++) {
        const available = fileTypesBySize.filter(() => random.below(12) === 0).sort(() => random.below(3) - 1)
        const theirs = findNearestQuantType(
          fileTypes[wanted] as GGMLFileQuantizationType,
          available.map((type) => fileTypes[type] as GGMLFileQuantizationType),
        )
        expect(nearestFileType(wanted, available)).toBe(theirs === undefined ? null : fileTypeName(theirs))
      }
    }
  })
})

describe('file names', () => {
  test('intended differences are what they are said to be', () => {
    for (const { path, theirs, ours } of labelDifferences) {
      expect([path, parseGGUFQuantLabel(path) ?? null, quantLabel(path)]).toEqual([path, theirs, ours])
      expect(theirs).not.toBe(ours)
    }
  })

  test('all others are read the same: every type in many surroundings', () => {
    const different = new Set(labelDifferences.map(({ path }) => path.slice(2, -'.gguf'.length).toUpperCase()))
    let compared = 0
    for (const type of [...(Object.keys(fileTypes) as FileType[]), 'MXFP4', 'Q6_K_L', 'Q8_0_L', 'Q2_K_L']) {
      if (different.has(type)) continue
      for (const spelled of [type, type.toLowerCase()]) {
        for (const path of [
          `m-${spelled}.gguf`,
          `m.${spelled}.gguf`,
          `m_${spelled}.gguf`,
          `m-UD-${spelled}.gguf`,
          `${spelled}/m.gguf`,
          `${spelled}/m-${spelled}-00001-of-00009.gguf`,
          `m.F16.${spelled}.gguf`,
          `m-i1-${spelled}.gguf`,
          `m-${spelled}-imat.gguf`,
        ]) {
          expect([path, quantLabel(path)]).toEqual([path, parseGGUFQuantLabel(path) ?? null])
          compared++
        }
      }
    }
    expect(compared).toBe(864)
  })

  test('shards are the same', () => {
    for (const path of ['a/m-00002-of-00010.gguf', 'm-00001-of-00001.gguf', 'm.gguf', 'm-1-of-2.gguf', 'm-000001-of-000002.gguf']) {
      const theirs = parseGgufShardFilename(path)
      expect(shardOf(path)).toEqual(theirs && { prefix: theirs.prefix, index: Number(theirs.shard), total: Number(theirs.total) })
    }
  })
})

/** Their reader takes URLs: a fetch that serves ranges from memory. */
const theirsOf = (file: Uint8Array) =>
  gguf('https://localhost/file.gguf', {
    fetch: async (_url, init) => {
      const [, start = '0', end = '0'] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('Range') ?? '') ?? []
      const part = file.slice(Number(start), Number(end) + 1)
      return new Response(part, { headers: { 'Content-Range': `bytes ${start}-${Number(start) + part.length - 1}/${file.length}` } })
    },
    computeParametersCount: true,
  })

/** Converts both to one form: 64-bit integers as text, arrays summarized as ours. */
async function compare(file: Uint8Array): Promise<void> {
  const ours = await readGgufHeader(inMemory(file).read)
  const theirs = await theirsOf(file)
  const metadata = Object.entries(theirs.metadata).filter(([key]) => !['version', 'tensor_count', 'kv_count'].includes(key))
  expect(Object.fromEntries([...ours.metadata].map(([key, value]) => [key, oursPlain(value)]))).toEqual(
    Object.fromEntries(metadata.map(([key, value]) => [key, theirsPlain(value)])),
  )
  expect({ ...ours.tensors.map(({ name, shape, typeCode, offset }) => `${name} ${shape.join()} ${typeCode} ${offset}`) }).toEqual({
    ...theirs.tensorInfos.map(({ name, shape, dtype, offset }) => `${name} ${shape.join()} ${dtype} ${offset}`),
  })
  expect([ours.version, ours.littleEndian, ours.headerBytes, ours.dataOffset, ours.parameters]).toEqual([
    theirs.metadata.version,
    theirs.littleEndian,
    theirs.tensorInfoByteRange[1],
    Number(theirs.tensorDataOffset),
    theirs.parameterCount,
  ])
}

function oursPlain(value: GgufValue): unknown {
  if (typeof value === 'object') return { length: value.length, values: value.values.map(oursPlain) }
  return typeof value === 'bigint' ? Number(value) : value
}

/** Their values, truncated like ours: 64 per array, across nesting levels. */
function theirsPlain(value: unknown, kept = { left: 64 }): unknown {
  if (Array.isArray(value)) {
    const values: unknown[] = []
    for (const inner of value) {
      if (kept.left === 0) break
      kept.left--
      values.push(theirsPlain(inner, kept))
    }
    return { length: value.length, values }
  }
  return typeof value === 'bigint' ? Number(value) : value
}

describe('headers', () => {
  const versions = [1, 2, 3] as const
  const generated = versions.flatMap((version) => [true, false].map((littleEndian) => ({ version, littleEndian })))

  test('a tiny model in every file type', async () => {
    for (const type of Object.keys(fileTypes) as FileType[]) await compare(tinyModel(type))
  })

  test.for(generated)('version $version, little endian $littleEndian', async (form) => {
    const random = new Random(11)
    await compare(tinyModel('Q5_K_M', form))
    for (let i = 0; i < 40; i++) await compare(writeGguf({ ...form, ...randomFile(random) }))
  })

  test('shards', async () => {
    for (const shard of tinyShards('Q8_0', 3)) await compare(shard)
  })

  test.for([realVocabulary, realModel])('%s', async (path, { skip }) => {
    await compare(sharedFile(path) ?? skip(absent))
  })

  test('intended differences are what they are said to be', async () => {
    const key = { type: 'string', value: 'text' } as const
    const alignment = (value: TypedValue) => writeGguf({ metadata: { 'general.alignment': value } })
    const files: Record<string, Uint8Array> = {
      'the same key twice': replaceText(writeGguf({ metadata: { aa: key, bb: key } }), 'bb', 'aa'),
      'the same tensor twice': replaceText(
        writeGguf({ tensors: ['aa', 'bb'].map((name) => ({ name, type: 'F32', shape: [1] })) }),
        'bb',
        'aa',
      ),
      'cut inside its first text': writeGguf({ metadata: { key } }).slice(0, -2),
      'a key beyond its own file': writeGguf({ metadata: { key } }).slice(0, 34),
      'an alignment of 3': alignment({ type: 'uint32', value: 3 }),
      'thirty thousand entries': writeGguf({ metadata: Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, i])) }),
      'a vocabulary of two million': writeGguf({
        metadata: { tokens: { type: 'array', of: 'uint8', values: Array.from({ length: 2_000_000 }, () => 0) } },
      }),
    }
    expect(Object.keys(files)).toEqual(headerDifferences.map(({ name }) => name))
    for (const { name, theirs, ours } of headerDifferences) {
      const file = files[name] ?? new Uint8Array()
      const found = {
        theirs: await theirsOf(file).then(
          () => 'read',
          () => 'error',
        ),
        ours: await readGgufHeader(inMemory(file).read).then(
          () => 'read',
          (error: unknown) => (error instanceof GgufError ? error.code : String(error)),
        ),
      }
      expect({ name, ...found }).toEqual({ name, theirs, ours })
      expect(theirs === 'read').not.toBe(ours === 'read')
    }
  })
})

/** Replaces a text in a file by another of the same length. */
function replaceText(file: Uint8Array, from: string, to: string): Uint8Array {
  const at = Buffer.from(file).lastIndexOf(from)
  const copy = new Uint8Array(file)
  copy.set(new TextEncoder().encode(to), at)
  return copy
}

function randomFile(random: Random): {
  metadata: Record<string, TypedValue>
  tensors: { name: string; type: 'F32' | 'Q4_K'; shape: number[] }[]
} {
  const scalar = (): TypedValue =>
    random.pick<TypedValue>([
      { type: 'uint8', value: random.below(256) },
      { type: 'int8', value: random.below(256) - 128 },
      { type: 'uint16', value: random.below(65_536) },
      { type: 'int32', value: random.below(1_000) - 500 },
      { type: 'uint32', value: random.below(2 ** 32) },
      { type: 'float32', value: random.below(1_000) / 8 },
      { type: 'float64', value: random.below(1_000) / 7 },
      { type: 'bool', value: random.below(2) === 1 },
      { type: 'string', value: '船 ahoy '.repeat(random.below(5)) },
      { type: 'uint64', value: random.below(2 ** 32) },
      { type: 'int64', value: -random.below(2 ** 32) },
    ])
  const list = (): TypedValue => {
    const first = scalar()
    if (first.type === 'array') return first
    return { type: 'array', of: first.type, values: Array.from({ length: random.below(150) }, () => first.value as number) }
  }
  const metadata: Record<string, TypedValue> = {}
  for (let i = random.below(20); i > 0; i--)
    metadata[`key.${i}`] = random.pick([scalar, list, () => ({ type: 'array', of: 'array', values: [list(), list()] }) as const])()
  return {
    metadata,
    tensors: Array.from({ length: random.below(10) }, (_, i) => ({
      name: `tensor.${i}`,
      type: random.pick(['F32', 'Q4_K']),
      shape: [256 * random.below(3), random.below(4), random.below(4), random.below(4)].slice(0, 1 + random.below(4)),
    })),
  }
}
