import type { ConfigFiles } from './library.ts'
import { get, isObject, type JsonObject, text, texts } from './values.ts'

const specialTokens = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'] as const
/** A configuration may carry anything: one value in the digest is kept only up to this length. */
const maxTemplateLength = 200_000

/** What snippets need of the configuration files, and no more; `null` when there is nothing. */
export function configDigest(files: ConfigFiles): JsonObject | null {
  const { config, processor, adapter, modelIndex, metadata, task } = files
  const digest: JsonObject = {}
  const put = (key: string, value: unknown) => {
    if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)) digest[key] = value
  }
  put('architectures', texts(get(config, 'architectures')))
  put('model_type', text(get(config, 'model_type')))
  put('auto_map', isObject(get(config, 'auto_map')) ? get(config, 'auto_map') : null)
  const quantization = get(config, 'quantization_config')
  if (isObject(quantization)) put('quantization_config', pick(quantization, ['quant_method', 'bits', 'load_in_4bit', 'load_in_8bit']))
  put('tokenizer_config', tokenizerDigest(files))
  if (files.chatTemplate !== null) put('chat_template_jinja', files.chatTemplate)
  const processorTemplate = text(get(processor, 'chat_template'))
  if (processorTemplate !== null && processorTemplate.length <= maxTemplateLength)
    put('processor_config', { chat_template: processorTemplate })
  const className = text(get(modelIndex, '_class_name'))
  if (className !== null) put('diffusers', { _class_name: className })
  if (adapter !== null) put('peft', pick(adapter, ['base_model_name_or_path', 'task_type']))
  const adapterModel = text(get(config, 'model_name'))
  if (adapterModel !== null && get(config, 'config') !== undefined)
    put('adapter_transformers', pick(config ?? {}, ['model_name', 'model_class']))
  const sklearn = get(config, 'sklearn')
  if (isObject(sklearn)) put('sklearn', { ...pick(sklearn, ['model_format']), model: { file: text(get(sklearn, 'model', 'file')) } })
  const kerasTasks = kerasTasksOf(metadata, task)
  if (kerasTasks.length > 0) put('keras_hub', { tasks: kerasTasks })
  return Object.keys(digest).length === 0 ? null : digest
}

/** The token that a masked language model fills in. */
export function maskTokenOf(files: ConfigFiles): string | null {
  return tokenText(get(files.tokenizer, 'mask_token')) ?? tokenText(get(files.specialTokens, 'mask_token'))
}

/** The chat template, wherever it stands; the one called `default` of several. */
export function chatTemplateOf(files: ConfigFiles): string | null {
  const inTokenizer = get(files.tokenizer, 'chat_template')
  if (files.chatTemplate !== null) return files.chatTemplate
  if (Array.isArray(inTokenizer)) {
    const named = inTokenizer.find((entry) => get(entry, 'name') === 'default') ?? (inTokenizer[0] as unknown)
    return text(get(named, 'template'))
  }
  return text(inTokenizer) ?? text(get(files.processor, 'chat_template'))
}

function tokenizerDigest({ tokenizer, specialTokens: map }: ConfigFiles): JsonObject | null {
  const digest: JsonObject = {}
  for (const key of specialTokens) {
    const token = tokenText(get(tokenizer, key)) ?? tokenText(get(map, key))
    if (token !== null) digest[key] = token
  }
  const template = get(tokenizer, 'chat_template')
  if (typeof template === 'string' && template.length <= maxTemplateLength) digest['chat_template'] = template
  if (Array.isArray(template))
    digest['chat_template'] = template
      .filter((entry) => text(get(entry, 'template')) !== null)
      .map((entry) => pick(entry as JsonObject, ['name', 'template']))
  return Object.keys(digest).length === 0 ? null : digest
}

/** A token stands as its text or as an object with `content`. */
function tokenText(value: unknown): string | null {
  return text(typeof value === 'string' ? value : get(value, 'content'))
}

function kerasTasksOf(metadata: JsonObject | null, task: JsonObject | null): string[] {
  const names = [...texts(get(metadata, 'tasks')), ...texts(get(task, 'class_name'))]
  const registered = text(get(task, 'registered_name'))
  const known = [
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
  const generic = known.filter((name) => names.some((given) => given.endsWith(name)) || registered?.endsWith(name) === true)
  return [...new Set(generic.length > 0 ? generic : names)].filter((name) => /^[A-Za-z_]\w{0,80}$/.test(name))
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => object[key] !== undefined && object[key] !== null).map((key) => [key, object[key]]))
}
