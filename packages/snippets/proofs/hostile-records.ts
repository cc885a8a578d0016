import { allLibraries } from '../src/index.ts'

/** Values that hostile or careless authors put into fields: text that ends literals, hides, executes, or has another type. */
export const payloads: readonly unknown[] = [
  '"',
  "'",
  '"""',
  "'''",
  '\\',
  '\\"',
  "\\'",
  'a\\',
  '`${process.exit(1)}`',
  '${HOME}',
  '$(id)',
  '`id`',
  '; id #',
  '&& id',
  '| id',
  'a\nimport os',
  'a\r\nb',
  'a\rb',
  '\u2028x',
  '\u2029x',
  '\u0085x',
  '\v\f\b\u001b[31m',
  '\0',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066txt\u2069',
  '\u200b\ufeff\u00ad',
  '\u{e0041}\ue000\ue001',
  '😀 é ß 漢',
  '*/ x /*',
  '-->',
  '</script><script>',
  '#',
  '//',
  '%s {0} {x} {{ x }} {% x %}',
  '!id',
  '-rf',
  '--help',
  '=ls',
  '~root',
  '*?[a]',
  '../../etc/passwd',
  'http://evil.example/x',
  ' ',
  '',
  'None',
  '__proto__',
  'constructor',
  'x"); __import__("os").system("id") #',
  "x'); require('child_process') //",
  'a'.repeat(100_000),
  null,
  0,
  -1.5,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
  ['x', null, 3],
  [['"']],
  { toString: 'x', length: -1 },
  JSON.parse('{"__proto__":{"polluted":true}}'),
]

/** A record with every field that any library reads, each with a valid value. */
export function fullRecord(library: string): Record<string, unknown> {
  return {
    id: 'ada/sea-model',
    library_name: library,
    pipeline_tag: 'text-generation',
    tags: [library, 'conversational', 'custom_code'],
    ggufFile: 'model.Q4_K_M.gguf',
    mask_token: '<mask>',
    inference: 'warm',
    private: false,
    sha: '0123456789abcdef0123456789abcdef01234567',
    config: {
      architectures: ['LlamaForCausalLM'],
      auto_map: { AutoModel: 'modeling.Model' },
      model_type: 'llama',
      quantization_config: { bits: 4, load_in_4bit: true, quant_method: 'awq' },
      tokenizer_config: { chat_template: '{{ messages }}', bos_token: '<s>' },
      processor_config: { chat_template: '{{ messages }}' },
      chat_template_jinja: '{{ messages }}',
      adapter_transformers: { model_name: 'roberta-base', model_class: 'RobertaAdapterModel' },
      diffusers: { _class_name: 'StableDiffusionPipeline' },
      sklearn: { model: { file: 'model.pkl' }, model_format: 'pickle' },
      speechbrain: { speechbrain_interface: 'EncoderClassifier', vocoder_interface: 'HIFIGAN', vocoder_model_id: 'owner/vocoder' },
      peft: { base_model_name_or_path: 'owner/base', task_type: 'CAUSAL_LM' },
      keras_hub: { tasks: ['CausalLM', 'TextClassifier'] },
    },
    transformersInfo: {
      auto_model: 'AutoModelForCausalLM',
      custom_class: 'Model',
      pipeline_tag: 'text-generation',
      processor: 'AutoTokenizer',
    },
    widgetData: [{ text: 'A <mask> on the sea', source_sentence: 'The sea is calm.', sentences: ['It is calm.', 'The wind rose.'] }],
    cardData: { base_model: ['owner/base'], instance_prompt: 'a photo of a boat', inference: { parameters: { temperature: 0.7 } } },
    siblings: [{ rfilename: 'config.json' }, { rfilename: 'model.Q4_K_M.gguf' }, { rfilename: 'model.onnx' }, { rfilename: 'weights.pt' }],
    safetensors: { parameters: { BF16: 1000 }, total: 1000, sharded: false },
    gguf: { total: 1000, architecture: 'llama', context_length: 8192, chat_template: '{{ messages }}' },
  }
}

/** One copy of the record per position in it, with the payload at that position; the record itself counts as a position. */
export function* withPayload(value: unknown, payload: unknown): Generator<unknown> {
  yield payload
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const changed of withPayload(item, payload)) yield value.with(i, changed)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) for (const changed of withPayload(item, payload)) yield { ...value, [key]: changed }
  }
}

/** All libraries, the fields of {@link fullRecord}, all {@link payloads}. */
export function* hostileRecords(
  libraries: readonly string[] = allLibraries().map(({ id }) => id),
): Generator<{ library: string; model: unknown }> {
  for (const library of libraries)
    for (const payload of payloads) for (const model of withPayload(fullRecord(library), payload)) yield { library, model }
}
