import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asFile, datasetSnippets, modelSnippets, targetFor, toDatasetFacts, toModelFacts } from './index.ts'

const here = 'http://localhost:7860'

test('any JSON makes facts, and any facts make code', () => {
  const keys = fc.constantFrom(
    'id',
    'tags',
    'pipeline_tag',
    'library_name',
    'config',
    'cardData',
    'widgetData',
    'transformersInfo',
    'siblings',
    'base_model',
    'peft',
    'auto_model',
    'processor',
    'text',
    'rfilename',
  )
  const tree = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      fc.string(),
      fc.constantFrom('transformers', 'diffusers', 'lora', 'gguf', 'text-generation'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 6 }),
    ),
  })).tree
  fc.assert(
    fc.property(tree, (record) => {
      for (const set of modelSnippets(toModelFacts(record), targetFor(here))) {
        for (const block of set.blocks) expect(block.code.endsWith('\n')).toBe(true)
      }
    }),
    { numRuns: 500, seed: 3 },
  )
})

describe('the target', () => {
  const facts = toModelFacts({
    id: 'ada/m',
    library_name: 'transformers',
    pipeline_tag: 'text-generation',
    tags: ['transformers', 'gguf', 'onnx'],
    transformersInfo: { auto_model: 'AutoModelForCausalLM', processor: 'AutoTokenizer' },
    siblings: [{ rfilename: 'm.gguf' }, { rfilename: 'onnx/model.onnx' }],
  })

  test('names this hub in every block that loads, and only then', () => {
    for (const set of modelSnippets(facts, targetFor(here))) {
      for (const block of set.blocks.filter(({ role }) => role === 'load'))
        expect({ id: block.id, named: block.code.includes(here) }).toEqual({ id: block.id, named: true })
    }
    for (const set of modelSnippets(facts, targetFor('https://huggingface.co/')))
      for (const block of set.blocks) expect(block.code).not.toContain('huggingface.co')
  })

  test('prints the revision when it is not main, or pinned', () => {
    for (const target of [targetFor(here, { revision: 'v1' }), targetFor(here, { revision: 'main', pinned: true })]) {
      for (const set of modelSnippets(facts, target)) {
        for (const block of set.blocks.filter(({ role }) => role === 'load'))
          expect(block.code).toContain(`"${target.revision}"`.replace(/"(main|v1)"/, block.language === 'shell' ? '$1' : '"$1"'))
      }
    }
    expect(
      modelSnippets(facts, targetFor(here))
        .flatMap(({ blocks }) => blocks)
        .some(({ code }) => code.includes('revision')),
    ).toBe(false)
  })

  test('asks to sign in when the repo is private or gated, by name only', () => {
    for (const change of [{ visibility: 'private' as const }, { gated: 'auto' as const }]) {
      for (const set of modelSnippets(facts, targetFor(here, change)))
        expect(set.blocks.filter(({ role }) => role === 'login').length).toBe(1)
    }
    expect(
      modelSnippets(facts, targetFor(here))
        .flatMap(({ blocks }) => blocks)
        .filter(({ role }) => role === 'login'),
    ).toEqual([])
  })

  test('chooses the package manager', () => {
    const install = (change: object) => modelSnippets(facts, targetFor(here, change))[0]?.blocks[0]?.code
    expect(install({})).toBe('pip install -U transformers torch accelerate\n')
    expect(install({ python: 'uv' })).toBe('uv pip install -U transformers torch accelerate\n')
    expect(install({ python: 'conda' })).toBe('conda install -c conda-forge transformers pytorch accelerate\n')
  })

  test('filters by library and language; the own library comes first', () => {
    expect(modelSnippets(facts, targetFor(here)).map(({ library }) => library)).toEqual([
      'transformers',
      'llama-cpp-python',
      'onnx',
      'transformers.js',
      'files',
    ])
    expect(modelSnippets(facts, targetFor(here), { language: 'javascript' }).map(({ library }) => library)).toEqual([
      'transformers.js',
      'files',
    ])
    expect(modelSnippets(facts, targetFor(here), { library: 'llama.cpp' }).map(({ library }) => library)).toEqual(['llama-cpp-python'])
  })

  test('a dataset loads with datasets', () => {
    const sets = datasetSnippets(toDatasetFacts({ id: 'ada/d' }), targetFor(here))
    expect(sets.map(({ library }) => library)).toEqual(['datasets', 'files'])
    expect(sets[1]?.blocks.find(({ language }) => language === 'javascript')?.code).toContain('repo: { type: "dataset", name: "ada/d" },')
  })

  test('says that a block ran only where that block, for that task, did; and nothing of the current release where another one is asked for', () => {
    const proof = (record: object, library: string, id: string) =>
      modelSnippets(toModelFacts({ id: 'ada/p', library_name: library, ...record }), targetFor(here))
        .flatMap(({ blocks }) => blocks)
        .find((block) => block.id === id)?.proof
    expect(proof({ pipeline_tag: 'text-generation' }, 'transformers.js', 'transformers.js/pipeline')?.level).toBe('runs')
    expect(proof({ pipeline_tag: 'image-classification' }, 'transformers.js', 'transformers.js/pipeline')?.level).toBe('names')
    expect(proof({ pipeline_tag: 'text-generation' }, 'transformers', 'transformers/pipeline')?.level).toBe('runs')
    expect(proof({ pipeline_tag: 'video-classification' }, 'transformers', 'transformers/pipeline')?.level).toBe('names')
    expect(proof({ pipeline_tag: 'text-generation', tags: ['custom_code'] }, 'transformers', 'transformers/pipeline')?.level).toBe('names')
    const onCuda = modelSnippets(toModelFacts({ id: 'ada/p', library_name: 'timm' }), targetFor(here, { device: 'cuda' }))
    expect(onCuda.flatMap(({ blocks }) => blocks).find(({ id }) => id === 'timm/create')?.proof?.level).toBe('names')
    const older = proof({ pipeline_tag: 'summarization' }, 'transformers', 'transformers/pipeline')
    expect(older).toMatchObject({ level: 'runs', against: expect.stringMatching(/^transformers 4\./) as string })
    expect(proof({ pipeline_tag: 'visual-question-answering' }, 'transformers', 'transformers/pipeline')).toMatchObject({
      level: 'literals',
      against: null,
    })
  })

  test('says which program reads sound and video, and brings it where conda can', () => {
    const asked = (task: string) => {
      const record = { id: 'ada/hear', library_name: 'transformers', pipeline_tag: task }
      const [set] = modelSnippets(toModelFacts(record), targetFor(here, { python: 'conda' }), { library: 'transformers' })
      const pipeline = set?.blocks.find(({ id }) => id === 'transformers/pipeline')
      return { notes: pipeline?.notes.map(({ code }) => code), brings: set?.blocks.some(({ code }) => / ffmpeg\b/.test(code)) }
    }
    expect(asked('automatic-speech-recognition')).toEqual({ notes: ['platform'], brings: true })
    expect(asked('video-classification')).toEqual({ notes: ['platform'], brings: true })
    expect(asked('text-classification')).toEqual({ notes: [], brings: false })
  })

  test('files to download', () => {
    const blocks = modelSnippets(facts, targetFor(here))[0]?.blocks ?? []
    expect(asFile(blocks, 'py')).toContain('# pip install -U transformers')
    expect(JSON.parse(asFile(blocks, 'ipynb') ?? '')).toMatchObject({ nbformat: 4 })
    expect(asFile(blocks, 'mjs')).toBe(null)
  })
})
