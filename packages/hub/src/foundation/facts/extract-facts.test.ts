import { describe, expect, test } from 'vitest'
import type { RepoType } from '@portolan/contract'
import { extractFacts } from './extract-facts.ts'
import { inMemorySource, type RepoFacts } from './facts.ts'

/** Facts of files given as text, bytes or JSON. */
function factsOf(files: Record<string, unknown>, type: RepoType = 'model'): Promise<RepoFacts> {
  const list = Object.entries(files).map(([path, content]) => ({
    path,
    content: Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  }))
  return extractFacts(inMemorySource(type, list))
}

function safetensors(tensors: Record<string, unknown>): Buffer {
  const header = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...tensors }))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, header])
}

const tensor = (dtype: string, ...shape: number[]) => ({ dtype, shape, data_offsets: [0, 0] })
const llama = { architectures: ['LlamaForCausalLM'], model_type: 'llama' }

test('an empty repository has no facts and no warnings', async () => {
  expect(await factsOf({})).toEqual({
    version: 1,
    cardData: null,
    cardBody: null,
    summary: null,
    pipelineTag: null,
    libraryName: null,
    license: null,
    languages: [],
    tags: [],
    tagNamespaces: [],
    config: null,
    transformersInfo: null,
    safetensors: null,
    gguf: null,
    widgetData: null,
    maskToken: null,
    modelIndex: null,
    sdk: null,
    params: null,
    baseModels: null,
    ggufFiles: [],
    warnings: [],
  })
})

test('a chat model of transformers', async () => {
  const facts = await factsOf({
    'README.md':
      '---\nlicense: Apache-2.0\nlanguage:\n- en\n- no\ndatasets: [wikipedia, ada/tides]\nbase_model: ada/base\ntags: [sea, text-generation]\nwidget:\n- text: Ahoy\n---\n# Tides\n\nA *small* model, see [the paper](https://arxiv.org/abs/2401.01234).\n',
    'config.json': {
      ...llama,
      auto_map: { AutoModelForCausalLM: 'modeling.Tides' },
      quantization_config: { quant_method: 'gptq', bits: 4, junk: {} },
    },
    'tokenizer.json': '{}',
    'tokenizer_config.json': { bos_token: '<s>', eos_token: { content: '</s>' }, chat_template: '{{ messages }}', junk: 1 },
    'model.safetensors': safetensors({ a: tensor('F32', 2, 3), b: tensor('I64', 4), c: tensor('F32') }),
  })
  expect(facts).toMatchObject({
    summary: 'A small model, see the paper.',
    pipelineTag: 'text-generation',
    libraryName: 'transformers',
    license: 'apache-2.0',
    languages: ['en', 'no'],
    transformersInfo: {
      auto_model: 'AutoModelForCausalLM',
      custom_class: 'modeling.Tides',
      pipeline_tag: 'text-generation',
      processor: 'AutoTokenizer',
    },
    safetensors: { parameters: { F32: 7, I64: 4 }, total: 11 },
    params: 11,
    widgetData: [{ text: 'Ahoy' }],
    baseModels: { relation: 'quantized', ids: ['ada/base'] },
    warnings: [],
  })
  expect(facts.config).toEqual({
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    auto_map: { AutoModelForCausalLM: 'modeling.Tides' },
    quantization_config: { quant_method: 'gptq', bits: 4 },
    tokenizer_config: { bos_token: '<s>', eos_token: '</s>', chat_template: '{{ messages }}' },
  })
  expect(facts.tags).toEqual([
    'transformers',
    'safetensors',
    'llama',
    'text-generation',
    'conversational',
    'custom_code',
    'en',
    'no',
    'dataset:wikipedia',
    'dataset:ada/tides',
    'license:apache-2.0',
    'sea',
    'base_model:ada/base',
    'base_model:quantized:ada/base',
    'arxiv:2401.01234',
  ])
  expect(facts.tagNamespaces.find(({ value }) => value === 'dataset:ada/tides')).toEqual({ value: 'dataset:ada/tides', ns: 'dataset' })
})

describe('how an architecture is loaded', () => {
  test.for([
    ['LlamaForCausalLM', 'AutoModelForCausalLM', 'text-generation'],
    ['GPT2LMHeadModel', 'AutoModelForCausalLM', 'text-generation'],
    ['BertForMaskedLM', 'AutoModelForMaskedLM', 'fill-mask'],
    ['BertForPreTraining', 'AutoModelForPreTraining', undefined],
    ['TFBertForSequenceClassification', 'AutoModelForSequenceClassification', 'text-classification'],
    ['DistilBertForQuestionAnswering', 'AutoModelForQuestionAnswering', 'question-answering'],
    ['BertForTokenClassification', 'AutoModelForTokenClassification', 'token-classification'],
    ['ViTForImageClassification', 'AutoModelForImageClassification', 'image-classification'],
    ['DetrForObjectDetection', 'AutoModelForObjectDetection', 'object-detection'],
    ['OwlViTForZeroShotObjectDetection', 'AutoModelForZeroShotObjectDetection', 'zero-shot-object-detection'],
    ['LayoutLMForDocumentQuestionAnswering', 'AutoModelForDocumentQuestionAnswering', 'document-question-answering'],
    ['WhisperForConditionalGeneration', 'AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
    ['Wav2Vec2ForCTC', 'AutoModelForCTC', 'automatic-speech-recognition'],
    ['T5ForConditionalGeneration', 'AutoModelForSeq2SeqLM', undefined],
    ['MarianMTModel', 'AutoModelForSeq2SeqLM', 'translation'],
    ['PegasusForConditionalGeneration', 'AutoModelForSeq2SeqLM', 'summarization'],
    ['MusicgenForConditionalGeneration', 'AutoModelForTextToWaveform', 'text-to-audio'],
    ['LlavaForConditionalGeneration', 'AutoModelForImageTextToText', 'image-text-to-text'],
    ['VisionEncoderDecoderModel', 'AutoModelForImageTextToText', 'image-to-text'],
    ['CLIPModel', 'AutoModelForZeroShotImageClassification', 'zero-shot-image-classification'],
    ['BertModel', 'AutoModel', 'feature-extraction'],
    ['Dinov2Model', 'AutoModel', 'image-feature-extraction'],
    ['SamModel', 'AutoModelForMaskGeneration', 'mask-generation'],
    // The suffix names a different head from the one that loads them.
    ['Wav2Vec2ForSequenceClassification', 'AutoModelForAudioClassification', 'audio-classification'],
    ['TapasForQuestionAnswering', 'AutoModelForTableQuestionAnswering', 'table-question-answering'],
    ['ViltForQuestionAnswering', 'AutoModelForVisualQuestionAnswering', 'visual-question-answering'],
    ['LayoutLMv3ForQuestionAnswering', 'AutoModelForDocumentQuestionAnswering', 'document-question-answering'],
    ['OwlViTForObjectDetection', 'AutoModelForZeroShotObjectDetection', 'zero-shot-object-detection'],
    ['PerceiverForImageClassificationLearned', 'AutoModelForImageClassification', 'image-classification'],
    ['FlaubertWithLMHeadModel', 'AutoModelForMaskedLM', 'fill-mask'],
    ['T5EncoderModel', 'AutoModelForTextEncoding', 'feature-extraction'],
    ['WhisperModel', 'AutoModel', 'feature-extraction'],
    ['VoxtralRealtimeEncoder', 'AutoModel', 'feature-extraction'],
    ['ColPaliForRetrieval', 'AutoModelForPreTraining', 'visual-document-retrieval'],
    ['Qwen3ASRForConditionalGeneration', 'AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
    ['GlmAsrForConditionalGeneration', 'AutoModelForSeq2SeqLM', 'automatic-speech-recognition'],
    ['SpeechT5ForTextToSpeech', 'AutoModelForTextToSpectrogram', 'text-to-audio'],
    ['DiaForConditionalGeneration', 'AutoModelForSpeechSeq2Seq', 'text-to-audio'],
    ['Qwen2_5OmniForConditionalGeneration', 'AutoModelForMultimodalLM', 'any-to-any'],
    ['SomethingElse', 'AutoModel', undefined],
  ] as const)('%s', async ([architecture, auto, task]) => {
    const facts = await factsOf({ 'config.json': { architectures: [architecture], model_type: 'x' }, 'model.safetensors': safetensors({}) })
    expect(facts.transformersInfo?.auto_model).toBe(auto)
    expect(facts.transformersInfo?.pipeline_tag).toBe(task)
    expect(facts.pipelineTag).toBe(task ?? null)
  })
})

describe('the library, by its own files', () => {
  const cases: [string, Record<string, unknown>, { libraryName: string | null; pipelineTag: string | null }][] = [
    [
      'peft',
      { 'adapter_config.json': { base_model_name_or_path: 'ada/base', task_type: 'CAUSAL_LM' } },
      { libraryName: 'peft', pipelineTag: 'text-generation' },
    ],
    [
      'diffusers',
      { 'model_index.json': { _class_name: 'StableDiffusionPipeline' } },
      { libraryName: 'diffusers', pipelineTag: 'text-to-image' },
    ],
    [
      'diffusers video',
      { 'model_index.json': { _class_name: 'WanImageToVideoPipeline' } },
      { libraryName: 'diffusers', pipelineTag: 'image-to-video' },
    ],
    [
      'sentence-transformers',
      { 'modules.json': '[]', 'config.json': { architectures: ['BertModel'], model_type: 'bert' } },
      { libraryName: 'sentence-transformers', pipelineTag: 'sentence-similarity' },
    ],
    [
      'a cross encoder',
      { 'config_sentence_transformers.json': { model_type: 'CrossEncoder' } },
      { libraryName: 'sentence-transformers', pipelineTag: 'text-ranking' },
    ],
    ['gguf', { 'm-Q4_K_M.gguf': 'nonsense' }, { libraryName: 'gguf', pipelineTag: 'text-generation' }],
    [
      'keras-hub',
      { 'metadata.json': { keras_version: '3.5.0', tasks: ['CausalLM'] }, 'task.json': {} },
      { libraryName: 'keras-hub', pipelineTag: 'text-generation' },
    ],
    [
      'spacy',
      { 'meta.json': { spacy_version: '>=3', pipeline: ['tok2vec', 'ner'] } },
      { libraryName: 'spacy', pipelineTag: 'token-classification' },
    ],
    [
      'sklearn',
      { 'config.json': { sklearn: { model: { file: 'model.pkl' }, model_format: 'pickle', task: 'tabular-classification' } } },
      { libraryName: 'sklearn', pipelineTag: 'tabular-classification' },
    ],
    [
      'timm',
      { 'config.json': { architecture: 'resnet18', num_classes: 1000, pretrained_cfg: {} } },
      { libraryName: 'timm', pipelineTag: 'image-classification' },
    ],
    ['open_clip', { 'open_clip_config.json': {} }, { libraryName: 'open_clip', pipelineTag: 'zero-shot-image-classification' }],
    [
      'ultralytics',
      { 'README.md': '---\ntags: [yolov8, object-detection]\n---\n' },
      { libraryName: 'ultralytics', pipelineTag: 'object-detection' },
    ],
    [
      'transformers.js',
      { 'config.json': llama, 'tokenizer.json': '{}', 'onnx/model.onnx': 'x' },
      { libraryName: 'transformers.js', pipelineTag: 'text-generation' },
    ],
    ['onnx', { 'model.onnx': 'x' }, { libraryName: 'onnx', pipelineTag: null }],
    ['onnx of a custom type', { 'model.onnx': 'x', 'config.json': { model_type: 'custom' } }, { libraryName: 'onnx', pipelineTag: null }],
    ['a tag', { 'README.md': '---\ntags: [flair]\n---\n' }, { libraryName: 'flair', pipelineTag: null }],
    ['the card', { 'README.md': '---\nlibrary_name: nemo\n---\n', 'config.json': llama }, { libraryName: 'nemo', pipelineTag: null }],
    ['nothing', { 'README.md': '# Hello', 'a.bin': 'x' }, { libraryName: null, pipelineTag: null }],
  ]
  test.for(cases)('%s', async ([, files, expected]) => {
    expect(await factsOf(files)).toMatchObject(expected)
  })

  test('with what snippets need of them', async () => {
    expect(
      (await factsOf({ 'config.json': { sklearn: { model: { file: 'm.skops' }, model_format: 'skops', columns: ['a'] } } })).config,
    ).toEqual({
      sklearn: { model_format: 'skops', model: { file: 'm.skops' } },
    })
    const adapter = await factsOf({ 'adapter_config.json': { base_model_name_or_path: 'ada/base', task_type: 'CAUSAL_LM', r: 8 } })
    expect(adapter.config).toEqual({ peft: { base_model_name_or_path: 'ada/base', task_type: 'CAUSAL_LM' } })
    expect(adapter.baseModels).toEqual({ relation: 'adapter', ids: ['ada/base'] })
    expect(adapter.tags).toEqual(['peft', 'text-generation', 'base_model:ada/base', 'base_model:adapter:ada/base'])
    const local = await factsOf({ 'adapter_config.json': { base_model_name_or_path: '/home/ada/../model' } })
    expect(local.baseModels).toBe(null)
  })
})

describe('safetensors', () => {
  const sum = async (files: Record<string, unknown>) => {
    const { safetensors: found, params, warnings } = await factsOf(files)
    return { found, params, warnings: warnings.map(({ path, message }) => `${path}: ${message}`) }
  }
  const none = { found: null, params: null }

  test('parts are added up by the index', async () => {
    const files = {
      'model.safetensors.index.json': {
        weight_map: { a: 'model-00001-of-00002.safetensors', b: 'model-00002-of-00002.safetensors', c: 'model-00001-of-00002.safetensors' },
      },
      'model-00001-of-00002.safetensors': safetensors({ a: tensor('BF16', 10) }),
      'model-00002-of-00002.safetensors': safetensors({ b: tensor('BF16', 5), c: tensor('F32', 1) }),
      'consolidated.safetensors': safetensors({ z: tensor('F32', 99) }),
    }
    expect(await sum(files)).toEqual({ found: { parameters: { BF16: 15, F32: 1 }, total: 16 }, params: 16, warnings: [] })
    const { 'model-00002-of-00002.safetensors': _, ...torn } = files
    expect(await sum(torn)).toEqual({
      ...none,
      warnings: ['model.safetensors.index.json: The index lists model-00002-of-00002.safetensors, which does not exist'],
    })
  })

  test('or by their names; an incomplete set is not counted', async () => {
    const part = safetensors({ a: tensor('F16', 10) })
    expect(await sum({ 'x-00001-of-00002.safetensors': part, 'x-00002-of-00002.safetensors': part })).toEqual({
      found: { parameters: { F16: 20 }, total: 20 },
      params: 20,
      warnings: [],
    })
    expect(await sum({ 'x-00001-of-00002.safetensors': part })).toEqual({ ...none, warnings: [] })
  })

  test('adapters and several loose files have no count', async () => {
    const part = safetensors({ a: tensor('F16', 10) })
    expect(await sum({ 'adapter_model.safetensors': part })).toEqual({ ...none, warnings: [] })
    expect(await sum({ 'a.safetensors': part, 'b.safetensors': part })).toEqual({ ...none, warnings: [] })
    expect((await sum({ 'a.safetensors': part })).params).toBe(10)
  })

  const claims = (length: bigint, rest = '') => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(length)
    return Buffer.concat([bytes, Buffer.from(rest)])
  }
  test.for([
    ['empty', Buffer.alloc(0), 'The file is shorter than its header'],
    ['a huge claim', claims(2n ** 63n), 'The header has an invalid length of 9223372036854775808 bytes'],
    ['over 25 MB', claims(26_214_401n), 'The header has an invalid length of 26214401 bytes'],
    ['cut short', claims(100n, '{}'), 'The file ends inside its header'],
    ['no JSON', claims(2n, 'no'), 'The header is not JSON'],
    ['a list', claims(2n, '[]'), 'The header is not a JSON object'],
    ['no tensor', safetensors({ a: 1 }), 'The tensor a is malformed'],
    ['a negative side', safetensors({ a: tensor('F32', -1) }), 'The tensor a has a malformed shape'],
    ['a fraction', safetensors({ a: tensor('F32', 1.5) }), 'The tensor a has a malformed shape'],
    ['more than can be counted', safetensors({ a: tensor('F32', 2 ** 52, 2 ** 52) }), 'The header lists too many elements'],
    ['hostile types', safetensors({ a: tensor('<script>', 1) }), 'The tensor a is malformed'],
    [
      'endless types',
      safetensors(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, tensor(`T${i}`, 1)]))),
      'The header lists too many element types',
    ],
  ] as const)('%s: a warning, no count', async ([, file, message]) => {
    expect(await sum({ 'model.safetensors': file })).toEqual({ ...none, warnings: [`model.safetensors: ${message}`] })
  })
})

describe('warnings', () => {
  test('name the file and never fail', async () => {
    const facts = await factsOf({
      'README.md': '---\ntags:\n\t- a\n---\n# Still shown',
      'config.json': '{"a":',
      'tokenizer_config.json': '[1]',
      'm.gguf': 'GGUF',
    })
    expect(facts.warnings.map(({ path, code, line }) => [path, code, line])).toEqual([
      ['README.md', 'card.invalid', 3],
      ['config.json', 'json.invalid', undefined],
      ['tokenizer_config.json', 'json.invalid', undefined],
      ['m.gguf', 'gguf.invalid', undefined],
    ])
    expect(facts.cardBody).toBe('# Still shown')
  })

  test('of a card that is too large, whose beginning is kept', async () => {
    const facts = await factsOf({ 'README.md': `---\nlicense: mit\n---\n${'x'.repeat(10_000_000)}` })
    expect(facts.license).toBe('mit')
    expect(facts.cardBody?.length).toBe(1024 * 1024)
    expect(facts.warnings).toEqual([
      { path: 'README.md', code: 'card.too_large', message: 'Only the first 1024 KiB of the card are shown' },
    ])
  })

  test("Python's NaN in JSON is read, also beside texts that hold the word", async () => {
    const facts = await factsOf({
      'config.json': '{"model_type": "NaN", "eps": NaN, "max": [-Infinity, Infinity], "architectures": ["say \\"NaN\\": NaN,"]}',
    })
    expect(facts.warnings).toEqual([])
    expect(facts.config).toEqual({ model_type: 'NaN', architectures: ['say "NaN": NaN,'] })
  })
})

test('of several tasks in the tags, the more specific one counts', async () => {
  expect((await factsOf({ 'README.md': '---\ntags: [other, text-generation, summarization]\n---\n' })).pipelineTag).toBe('summarization')
})

test.for([
  ['texts without end', '"\\'.repeat(2_000_000) + 'NaN'],
  ['nesting', '['.repeat(8_000_000)],
  ['deep objects', '{"a":'.repeat(500_000) + '1' + '}'.repeat(500_000)],
  ['commas', `{"a":${'NaN,'.repeat(1_000_000)}`],
] as const)('a hostile configuration takes no longer than a moment: %s', async ([, content]) => {
  // Quadratic work would run into the time limit of the test.
  await factsOf({ 'config.json': content, 'tokenizer_config.json': content })
})

test.for(['<b>', '![a](', '[', '<', '**a ', '*', 'arxiv: ', '\n', '<!--', '---\n', ' ', '`a '])(
  'ten megabytes of %j in the card take no longer than a moment',
  async (part) => {
    // Quadratic work would run into the time limit of the test.
    await factsOf({ 'README.md': part.repeat(10_000_000 / part.length) })
  },
)

test('a dataset carries prefixed tags and its formats', async () => {
  const facts = await factsOf(
    {
      'README.md':
        '---\nlicense: cc-by-4.0\nlanguage: [en]\ntask_categories: [text-classification]\nsize_categories: [1K<n<10K]\ntags: [sea]\npretty_name: Tides\n---\n# Tides\n\nHeights of the tide.',
      'data/train.csv.gz': 'x',
      'data/test.parquet': 'x',
      'logo.png': 'x',
      'LICENSE.txt': 'x',
    },
    'dataset',
  )
  expect(facts.tags).toEqual([
    'task_categories:text-classification',
    'size_categories:1K<n<10K',
    'language:en',
    'license:cc-by-4.0',
    'sea',
    'format:csv',
    'format:parquet',
  ])
  expect(facts).toMatchObject({ summary: 'Heights of the tide.', pipelineTag: null, libraryName: null, config: null })
  expect((await factsOf({ 'a.png': 'x', 'b.jpg': 'x' }, 'dataset')).tags).toEqual(['format:imagefolder', 'modality:image'])
})

test('a model that says what it emitted has a tag for it', async () => {
  const tags = async (emissions: string) => (await factsOf({ 'README.md': `---\nco2_eq_emissions: ${emissions}\n---\n` })).tags
  for (const emissions of ['12', '0', '{emissions: 17g}']) expect(await tags(emissions)).toContain('co2_eq_emissions')
  expect(await tags('')).not.toContain('co2_eq_emissions')
})

test('a Space names its SDK', async () => {
  const facts = await factsOf({ 'README.md': '---\nsdk: static\nshort_description: A demo\nmodels: [ada/tides]\n---\n' }, 'space')
  expect(facts).toMatchObject({
    sdk: 'static',
    summary: 'A demo',
    tags: ['static', 'model:ada/tides'],
    cardData: { models: ['ada/tides'] },
  })
})

test('hostile values become no tags and no ids', async () => {
  const facts = await factsOf({
    'README.md':
      '---\nlicense: "mit\\n<b>"\nlanguage: ["en<script>", "../../x", 5, {a: 1}]\nbase_model: ["../../etc/passwd", "a/b/c", "ok/fine", ".git/x", "a b"]\ntags: ["a\\0b", "", "' +
      `${'x'.repeat(300)}", {deep: 1}, "fine"]\npipeline_tag: [1]\nlibrary_name: {a: 1}\nmodel-index: nope\nwidget: nope\n---\n`,
  })
  expect(facts).toMatchObject({ license: null, languages: [], libraryName: null, pipelineTag: null, modelIndex: null, widgetData: null })
  expect(facts.tags).toEqual(['a\ufffdb', 'fine', 'base_model:ok/fine', 'base_model:finetune:ok/fine'])
})
