import type { ConfigFiles } from './config-files.ts'
import { get, isObject, type JsonObject, label, labels, text } from './values.ts'

const specialTokens = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'] as const
/** A configuration may contain anything: longer templates are left out. Characters. */
const maxTemplate = 200_000

/** The parts of the configuration files that snippets need; `null` when there are none. */
export function configDigest(files: ConfigFiles): JsonObject | null {
  const { config, processor, adapter, modelIndex } = files
  const entries: readonly (readonly [key: string, value: unknown])[] = [
    ['architectures', labels(get(config, 'architectures')).slice(0, 20)],
    ['model_type', label(get(config, 'model_type'))],
    ['auto_map', autoMapOf(config)],
    ['quantization_config', pick(get(config, 'quantization_config'), ['quant_method', 'bits', 'load_in_4bit', 'load_in_8bit'])],
    ['tokenizer_config', tokenizerDigest(files)],
    ['chat_template_jinja', files.chatTemplate !== null && files.chatTemplate.length <= maxTemplate ? files.chatTemplate : null],
    ['processor_config', pick({ chat_template: templateOf(get(processor, 'chat_template')) }, ['chat_template'])],
    ['diffusers', pick(modelIndex, ['_class_name'])],
    ['peft', pick(adapter, ['base_model_name_or_path', 'task_type'])],
    ['adapter_transformers', get(adapter, 'model_name') === undefined ? null : pick(adapter, ['model_name', 'model_class'])],
    ['sklearn', sklearnDigest(get(config, 'sklearn'))],
    ['speechbrain', pick(config, ['speechbrain_interface', 'vocoder_interface', 'vocoder_model_id'])],
    ['keras_hub', kerasTasksOf(files).length > 0 ? { tasks: kerasTasksOf(files) } : null],
  ]
  const kept = entries.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** The token that a masked language model fills in. */
export function maskTokenOf(files: ConfigFiles): string | null {
  return tokenText(get(files.tokenizer, 'mask_token')) ?? tokenText(get(files.specialTokens, 'mask_token'))
}

/** The chat template, from any of its possible places; the one named `default` if there are several. */
export function chatTemplateOf(files: ConfigFiles): string | null {
  if (files.chatTemplate !== null) return files.chatTemplate
  const inTokenizer = get(files.tokenizer, 'chat_template')
  if (Array.isArray(inTokenizer)) {
    const named = inTokenizer.find((entry) => get(entry, 'name') === 'default') ?? (inTokenizer[0] as unknown)
    return text(get(named, 'template'))
  }
  return text(inTokenizer) ?? text(get(files.processor, 'chat_template'))
}

/** The tasks that a keras-hub preset supports, by their general names (`CausalLM`). */
export function kerasTasksOf({ metadata, task }: ConfigFiles): string[] {
  const registered = label(get(task, 'registered_name'))
  const names = [...labels(get(metadata, 'tasks')), ...labels(get(task, 'class_name')), ...(registered === null ? [] : [registered])]
  const general = kerasTaskNames.filter((name) => names.some((given) => given.endsWith(name)))
  return general.length > 0 ? general : [...new Set(names)].filter((name) => /^[A-Za-z_]\w{0,80}$/.test(name)).slice(0, 10)
}

const kerasTaskNames = [
  'CausalLM',
  'TextToImage',
  'TextClassifier',
  'ImageClassifier',
  'MaskedLM',
  'Seq2SeqLM',
  'ImageSegmenter',
  'ObjectDetector',
  'AudioToText',
]

function autoMapOf(config: JsonObject | null): JsonObject | null {
  const map = get(config, 'auto_map')
  if (!isObject(map)) return null
  // Tokenizers are listed as a pair: the slow class and the fast one.
  const kept = Object.entries(map)
    .filter(([key, value]) => label(key) !== null && (label(value) !== null || Array.isArray(value)))
    .map(([key, value]) => [key, Array.isArray(value) ? value.slice(0, 2).map((item: unknown) => label(item)) : value] as const)
  return kept.length === 0 ? null : Object.fromEntries(kept.slice(0, 50))
}

function tokenizerDigest({ tokenizer, specialTokens: map }: ConfigFiles): JsonObject | null {
  const digest: JsonObject = {}
  for (const key of specialTokens) {
    const token = tokenText(get(tokenizer, key)) ?? tokenText(get(map, key))
    if (token !== null) digest[key] = token
  }
  const template = get(tokenizer, 'chat_template')
  if (Array.isArray(template)) {
    const named = template.flatMap((entry) => {
      const [name, source] = [label(get(entry, 'name')), templateOf(get(entry, 'template'))]
      return name === null || source === null ? [] : [{ name, template: source }]
    })
    if (named.length > 0) digest['chat_template'] = named.slice(0, 10)
  } else if (templateOf(template) !== null) digest['chat_template'] = template
  return Object.keys(digest).length === 0 ? null : digest
}

function sklearnDigest(sklearn: unknown): JsonObject | null {
  if (!isObject(sklearn)) return null
  const file = label(get(sklearn, 'model', 'file'))
  return { ...pick(sklearn, ['model_format']), ...(file === null ? {} : { model: { file } }) }
}

function templateOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxTemplate ? value : null
}

/** A token is either its text or an object with `content`. A token may be a space. */
function tokenText(value: unknown): string | null {
  const token = typeof value === 'string' ? value : get(value, 'content')
  return typeof token === 'string' && token !== '' && token.length <= 200 ? token : null
}

/** The given properties whose values are a short text, a number or a boolean. `null` when there are none. */
function pick(object: unknown, keys: readonly string[]): JsonObject | null {
  const kept = keys.flatMap((key) => {
    const value = get(object, key)
    const plain =
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (key === 'chat_template' ? value !== null && value !== undefined : label(value) !== null)
    return plain ? [[key, value] as const] : []
  })
  return kept.length === 0 ? null : Object.fromEntries(kept)
}
