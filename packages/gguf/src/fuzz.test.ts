import { expect, test } from 'vitest'
import { GgufError } from './errors.ts'
import { readArrayValue, readGgufHeader, requiredFileBytes } from './header.ts'
import { ggufLimits } from './limits.ts'
import { inMemory } from './testing/in-memory.ts'
import { mutate } from './testing/mutate.ts'
import { Random } from './testing/random.ts'
import { absent, realModel, realVocabulary, sharedFile } from './testing/shared-data.ts'
import { tinyModel, tinyShards } from './testing/tiny-model.ts'

/*
 * However a header is damaged, reading it ends in a header or in a GgufError, in time and within the limits. Seeded: a failure reports the seed that
 * reproduces it. PORTOLAN_FUZZ_RUNS sets how many damaged copies of each file are made.
 */
const runs = Number(process.env['PORTOLAN_FUZZ_RUNS'] ?? 1_500)
const seed = 20_261

const cut = async (file: Uint8Array) => file.subarray(0, (await readGgufHeader(inMemory(file).read)).headerBytes)

const generated: readonly (readonly [string, Uint8Array])[] = [
  ['version 3', tinyModel('Q4_K_M')],
  ['version 2, big endian', tinyModel('NVFP4', { version: 2, littleEndian: false })],
  ['version 1', tinyModel('F16', { version: 1 })],
  ['a shard', tinyShards('Q8_0', 2)[1] ?? new Uint8Array()],
  [
    'arrays within arrays',
    tinyModel('Q4_0', {
      metadata: {
        nested: {
          type: 'array',
          of: 'array',
          values: [
            { type: 'array', of: 'array', values: [{ type: 'array', of: 'string', values: ['a', ''] }] },
            { type: 'array', of: 'uint8', values: [1, 2, 3] },
          ],
        },
      },
    }),
  ],
]

test.for([...generated, [realVocabulary, null], [realModel, null]] as const)(
  '%s, damaged at random',
  { timeout: 120_000 },
  async ([name, made], { skip }) => {
    const file = made ?? sharedFile(name) ?? skip(absent)
    const random = new Random(seed)
    const original = await cut(file)
    const outcomes = new Map<string, number>()
    for (let run = 0; run < runs; run++) {
      const { read, served } = inMemory(mutate(original, random), { endless: random.below(8) === 0 })
      const outcome = await outcomeOf(read).catch((error: unknown) => `${name}, seed ${seed}, run ${run}: ${String(error)}`)
      expect(outcome).toMatch(/^(read|gguf\.\w+)$/)
      expect(served().bytes).toBeLessThan(ggufLimits.headerBytes + 2 * 1024 * 1024)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    process.stdout.write(`${name}: ${runs} runs, ${[...outcomes].map(([outcome, n]) => `${outcome} ${n}`).join(', ')}\n`)
    // The damage reaches the reader, and not only its first bytes.
    expect(outcomes.size).toBeGreaterThan(3)
    expect(outcomes.has('read')).toBe(true)
  },
)

/** Reads a header and everything that can be requested from it. */
async function outcomeOf(read: Parameters<typeof readGgufHeader>[0]): Promise<string> {
  try {
    const header = await readGgufHeader(read)
    expect(Number.isSafeInteger(header.parameters)).toBe(true)
    expect(header.parametersByType.reduce((sum, { parameters }) => sum + parameters, 0)).toBe(header.parameters)
    expect(header.headerBytes).toBeLessThanOrEqual(ggufLimits.headerBytes)
    expect(header.dataOffset).toBeGreaterThanOrEqual(header.headerBytes)
    const required = requiredFileBytes(header)
    expect(required === null || required >= header.headerBytes).toBe(true)
    for (const value of header.metadata.values()) {
      if (typeof value !== 'object') continue
      expect(value.values.length).toBeLessThanOrEqual(ggufLimits.arrayValues)
      if (value.length > 0) expect(await readArrayValue(read, header, value, value.length - 1)).not.toBe(null)
    }
    return 'read'
  } catch (error) {
    if (error instanceof GgufError) return error.code
    throw error
  }
}
