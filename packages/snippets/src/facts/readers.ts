import type { ModelFacts } from './model-facts.ts'
import { get, isClassName, isObject, text, texts } from './values.ts'

/** How each fact is read from a record; total, whatever the record contains. */
export const readers: { readonly [Field in keyof ModelFacts]: (record: unknown) => ModelFacts[Field] } = {
  id: (record) => text(get(record, 'id')) ?? 'owner/model',
  name(record) {
    const id = readers.id(record)
    return id.slice(id.indexOf('/') + 1) || id
  },
  tags: (record) => new Set(texts(get(record, 'tags'))),
  task: (record) => text(get(record, 'pipeline_tag')),
  library: (record) => text(get(record, 'library_name')),
  files: (record) => siblings(get(record, 'siblings')),
  hasCustomCode: (record) => hasTag(record, 'custom_code'),
  isConversational: (record) => hasTag(record, 'conversational'),
  hasChatTemplate(record) {
    const config = get(record, 'config')
    return (
      isTemplate(get(config, 'tokenizer_config', 'chat_template')) ||
      isTemplate(get(config, 'processor_config', 'chat_template')) ||
      isTemplate(get(config, 'chat_template_jinja'))
    )
  },
  transformers(record) {
    const info = get(record, 'transformersInfo')
    if (!isObject(info)) return null
    const auto = get(info, 'auto_model')
    const processor = get(info, 'processor')
    return { auto: isClassName(auto) ? auto : 'AutoModel', processor: isClassName(processor) ? processor : null }
  },
  maskToken: (record) => text(get(record, 'mask_token')),
  baseModel: (record) => texts(get(record, 'cardData', 'base_model'))[0] ?? null,
  baseModels: (record) => texts(get(record, 'cardData', 'base_model')).slice(0, 50),
  instancePrompt: (record) => sample(get(record, 'cardData', 'instance_prompt')),
  widgetText: (record) => sample(get(firstWidget(record), 'text')),
  sentences(record) {
    const widget = firstWidget(record)
    const source = sample(get(widget, 'source_sentence'))
    const others = texts(get(widget, 'sentences')).filter((sentence) => sample(sentence) !== null)
    return source !== null && others.length > 0 ? [source, ...others].slice(0, 8) : []
  },
  peft(record) {
    const peft = get(record, 'config', 'peft')
    return { base: text(get(peft, 'base_model_name_or_path')), taskType: text(get(peft, 'task_type')) }
  },
  sklearn(record) {
    const sklearn = get(record, 'config', 'sklearn')
    return { file: text(get(sklearn, 'model', 'file')), isPickle: get(sklearn, 'model_format') === 'pickle' }
  },
  kerasTasks: (record) => [...new Set(texts(get(record, 'config', 'keras_hub', 'tasks')).filter(isClassName))].slice(0, 20),
  pipelineClass: (record) => text(get(record, 'config', 'diffusers', '_class_name')),
  architectures: (record) =>
    texts(get(record, 'config', 'architectures'))
      .filter(isClassName)
      .slice(0, 20),
  modelType: (record) => text(get(record, 'config', 'model_type')),
  adapterModelName: (record) => text(get(record, 'config', 'adapter_transformers', 'model_name')),
  speechbrainInterface: (record) => text(get(record, 'config', 'speechbrain', 'speechbrain_interface')),
  quantMethod: (record) => text(get(record, 'config', 'quantization_config', 'quant_method')),
  hasGguf: (record) => readers.files(record).some((file) => file.toLowerCase().endsWith('.gguf')) || isObject(get(record, 'gguf')),
  ggufFile: (record) => text(get(record, 'ggufFile')),
  gguf(record) {
    const value = get(record, 'gguf')
    if (!isObject(value)) return null
    return {
      contextLength: count(get(value, 'context_length')),
      architecture: text(get(value, 'architecture')),
      total: count(get(value, 'total')),
    }
  },
  safetensors(record) {
    const value = get(record, 'safetensors')
    if (!isObject(value)) return null
    const listed = get(value, 'parameters')
    const parameters: [string, number][] = []
    for (const [type, amount] of isObject(listed) ? Object.entries(listed) : []) {
      const known = count(amount)
      if (known !== null && parameters.length < 50) parameters.push([type, known])
    }
    return { total: count(get(value, 'total')), parameters: Object.fromEntries(parameters) }
  },
  chatTemplate: (record) =>
    templateOf(get(record, 'gguf', 'chat_template')) ??
    templateOf(get(record, 'config', 'chat_template_jinja')) ??
    templateOf(get(record, 'config', 'tokenizer_config', 'chat_template')) ??
    templateOf(get(record, 'config', 'processor_config', 'chat_template')),
}

/** Whether a tag is set: the same result as the set of tags, without creating it. */
export function hasTag(record: unknown, tag: string): boolean {
  // Equivalent to `get`, but written out because it is called so often.
  const tags = isObject(record) && Object.hasOwn(record, 'tags') ? record['tags'] : undefined
  return (Array.isArray(tags) ? tags.includes(tag) : tags === tag) && text(tag) !== null
}

function firstWidget(record: unknown): unknown {
  const widget = get(record, 'widgetData')
  return Array.isArray(widget) ? (widget[0] as unknown) : undefined
}

/** A count as a JSON number: an integer that is not negative. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The template, or the first of a list of named templates. */
function templateOf(value: unknown): string | null {
  return Array.isArray(value) ? text(get(value[0], 'template')) : text(value)
}

/** A template is a string, or a list of named templates. */
function isTemplate(value: unknown): boolean {
  return text(value) !== null || (Array.isArray(value) && value.length > 0)
}

/** Sample input from a card that is short enough to serve as an example, in UTF-16 units; a longer one counts as absent. */
function sample(value: unknown): string | null {
  const found = text(value)
  return found !== null && found.length <= 1000 ? found : null
}

function siblings(value: unknown): string[] {
  const names: string[] = []
  if (!Array.isArray(value)) return names
  for (const item of value as unknown[]) {
    const name = text(get(item, 'rfilename'))
    if (name !== null) names.push(name)
  }
  return names
}
