import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractFacts } from './extract-facts.ts'
import { type FactsSource, inMemorySource } from './facts.ts'

const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data')
const here = existsSync(data)

/** A folder as a source, counting the bytes read from it. */
function folderSource(folder: string): { source: FactsSource; served: () => number } {
  let served = 0
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => ({ path, size: statSync(join(folder, path)).size, lfs: false }))
  const source: FactsSource = {
    type: 'model',
    files,
    read: async (path, range) => {
      const whole = statSync(join(folder, path)).size
      const [start, end] = [range?.start ?? 0, Math.min(range?.end ?? whole - 1, whole - 1)]
      const bytes = Buffer.alloc(Math.max(0, end - start + 1))
      const file = openSync(join(folder, path), 'r')
      readSync(file, bytes, 0, bytes.length, start)
      closeSync(file)
      served += bytes.length
      return bytes
    },
  }
  return { source, served: () => served }
}

describe.skipIf(!here)('real models (../shared/data)', () => {
  test('a tiny Llama in three formats', async () => {
    const { source } = folderSource(join(data, 'models/karpathy/stories260K'))
    const facts = await extractFacts(source)
    expect(facts).toMatchObject({
      warnings: [],
      libraryName: 'transformers',
      safetensors: { parameters: { F32: 260_032 }, total: 260_032 },
      params: 260_032,
      gguf: { architecture: 'llama', context_length: 512, bos_token: '<s>', eos_token: '</s>', file_type: 'F32' },
      config: { architectures: ['LlamaForCausalLM'], model_type: 'llama' },
      ggufFiles: ['stories260K-f32.gguf'],
    })
  })

  test('with the tags of all of them; the GGUF file alone is a model of its own library', async () => {
    const { source } = folderSource(join(data, 'models/karpathy/stories260K'))
    const facts = await extractFacts(source)
    expect(facts.transformersInfo).toEqual({
      auto_model: 'AutoModelForCausalLM',
      pipeline_tag: 'text-generation',
      processor: 'AutoTokenizer',
    })
    expect(facts.tags).toEqual(['transformers', 'onnx', 'safetensors', 'gguf', 'llama', 'text-generation'])
    const alone = await extractFacts({ ...source, files: source.files.filter(({ path }) => path.endsWith('.gguf')) })
    expect(alone).toMatchObject({
      libraryName: 'gguf',
      pipelineTag: 'text-generation',
      tags: ['gguf', 'text-generation'],
      transformersInfo: null,
    })
    expect(alone.params).toBe(alone.gguf?.['total'])
  })

  test('ONNX files are not read', async () => {
    const { source, served } = folderSource(join(data, 'models/google/magika'))
    expect(await extractFacts(source)).toMatchObject({ warnings: [], libraryName: 'onnx', transformersInfo: null })
    expect(served()).toBeLessThan(50_000)
  })
})

describe.skipIf(!here)('real cards (../shared/data)', () => {
  const cards = here
    ? (['model', 'dataset'] as const).flatMap((type) =>
        readdirSync(join(data, 'cards', type)).map((name) => ({ type, path: join(data, 'cards', type, name) })),
      )
    : []

  test('all are read without a warning that is not their fault', async () => {
    const warned: string[] = []
    let [licensed, summarized] = [0, 0]
    for (const { type, path } of cards) {
      const content = readFileSync(path)
      const facts = await extractFacts(inMemorySource(type, [{ path: 'README.md', content }]))
      for (const { message, line } of facts.warnings) warned.push(`${path.slice(data.length)}:${line} ${message}`)
      if (facts.license !== null) licensed++
      if (facts.summary !== null) summarized++
      if (content.subarray(0, 3).toString() === '---' && facts.warnings.length === 0) expect(facts.cardData).not.toBe(null)
    }
    expect({ cards: cards.length, licensed, summarized, warned }).toEqual({ cards: 175, licensed: 106, summarized: 171, warned: [] })
  })
})
