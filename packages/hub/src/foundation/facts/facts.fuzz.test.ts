import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repoTypes } from '@portolan/contract'
import { extractFacts } from './extract-facts.ts'
import { inMemorySource, type RepoFacts } from './facts.ts'

const paths = [
  'README.md',
  'config.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
  'processor_config.json',
  'preprocessor_config.json',
  'adapter_config.json',
  'model_index.json',
  'metadata.json',
  'task.json',
  'meta.json',
  'modules.json',
  'config_sentence_transformers.json',
  'model.safetensors',
  'model.safetensors.index.json',
  'model-00001-of-00001.safetensors',
  'a.gguf',
  'onnx/model.onnx',
]

/** Keys the extraction looks at, so that arbitrary values reach every branch. */
const keys = fc.constantFrom(
  ...(
    'architectures model_type auto_map quantization_config chat_template mask_token bos_token content name template _class_name sklearn model file model_format task ' +
    'architecture num_classes pretrained_cfg speechbrain_interface base_model_name_or_path task_type keras_version tasks class_name registered_name spacy_version pipeline ' +
    'weight_map license language tags datasets base_model base_model_relation pipeline_tag library_name widget model-index short_description description sdk models ' +
    'task_categories size_categories quant_method bits AutoModel AutoModelForCausalLM default __proto__ constructor toString'
  ).split(' '),
)
const words = fc.constantFrom(
  'text-generation',
  'LlamaForCausalLM',
  'whisper',
  'CAUSAL_LM',
  'CausalLM',
  'en',
  'mit',
  'ada/base',
  'spacy',
  'StableDiffusionPipeline',
  'default',
  '<b>',
  '\ud800',
  '\0',
)
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.oneof(words, fc.string(), fc.constant(null), fc.boolean(), fc.double(), fc.integer()),
  list: fc.array(tie('json'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(keys, fc.string({ maxLength: 8 })), tie('json'), { maxKeys: 8 }),
}))

const content = (path: string) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: json.map((value) =>
        path === 'README.md' ? `---\n${JSON.stringify(value)}\n---\nbody arxiv:2401.01234` : JSON.stringify(value),
      ),
    },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: json.map(asSafetensors) },
  )

function asSafetensors(header: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(body.length))
  return Buffer.concat([length, body])
}

function expectValid(facts: RepoFacts): void {
  expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  expect(
    JSON.stringify(facts, (key, value: unknown) =>
      [key, value].some((part) => typeof part === 'string' && part.includes('\0')) ? 'a NUL' : value,
    ),
  ).not.toContain('a NUL')
  const { tags, tagNamespaces, languages, baseModels, warnings } = facts
  expect(tagNamespaces.map(({ value }) => value)).toEqual(tags)
  expect(new Set(tags).size).toBe(tags.length)
  for (const tag of [...tags, ...languages, ...(baseModels?.ids ?? []), facts.license, facts.sdk, facts.libraryName, facts.pipelineTag]) {
    if (tag === null) continue
    expect(tag.length).toBeGreaterThan(0)
    expect(tag.length).toBeLessThanOrEqual(200)
    expect(tag).toBe(tag.trim())
  }
  for (const { path, message } of warnings) expect([paths.includes(path), message.length > 0]).toEqual([true, true])
  if (facts.safetensors) {
    const sum = Object.values(facts.safetensors.parameters).reduce((total, count) => total + count, 0)
    expect([sum, Number.isSafeInteger(sum)]).toEqual([facts.safetensors.total, true])
  }
  if (facts.transformersInfo) {
    const known = ['auto_model', 'custom_class', 'pipeline_tag', 'processor']
    expect(Object.keys(facts.transformersInfo).filter((key) => !known.includes(key))).toEqual([])
    expect(facts.transformersInfo.auto_model).toMatch(/^AutoModel\w*$/)
  }
  expect(facts.summary === null || (facts.summary.length > 0 && facts.summary.length <= 301)).toBe(true)
  expect(facts.params === null || Number.isSafeInteger(facts.params)).toBe(true)
}

test('whatever the files hold, facts come out, and they have their shape', async () => {
  const files = fc.uniqueArray(
    fc.constantFrom(...paths).chain((path) => content(path).map((value) => ({ path, content: Buffer.from(value as string) }))),
    {
      selector: ({ path }) => path,
      maxLength: 8,
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...repoTypes), files, async (type, list) =>
      expectValid(await extractFacts(inMemorySource(type, list))),
    ),
    { numRuns: 1_500, seed: 42 },
  )
})
