import { isIdentifier, type Json } from '../code/index.ts'
import { get, isObject, text, texts } from './values.ts'

/**
 * All that a library's cases may read of a model: normalised once, so that no case can throw or print `undefined`, whatever the card says.
 */
export interface ModelFacts {
  /** `owner/name`. */
  readonly id: string
  /** What follows the slash. */
  readonly name: string
  readonly tags: ReadonlySet<string>
  readonly task: string | null
  readonly library: string | null
  /** Paths of the files, when known. */
  readonly files: readonly string[]
  readonly hasCustomCode: boolean
  readonly isConversational: boolean
  readonly hasChatTemplate: boolean
  /** Classes of transformers; `null` when the type of the model is unknown. */
  readonly transformers: { readonly auto: string; readonly processor: string | null } | null
  readonly maskToken: string | null
  /** The first of {@link baseModels}. */
  readonly baseModel: string | null
  readonly baseModels: readonly string[]
  readonly instancePrompt: string | null
  readonly widgetText: string | null
  /** Three or so sentences that the card compares; empty when it has none. */
  readonly sentences: readonly string[]
  readonly peft: { readonly base: string | null; readonly taskType: string | null }
  readonly sklearn: { readonly file: string | null; readonly isPickle: boolean }
  readonly kerasTasks: readonly string[]
  readonly pipelineClass: string | null
  /** `architectures` of the configuration: checked class names. */
  readonly architectures: readonly string[]
  readonly modelType: string | null
  /** The model that an adapter of adapter-transformers belongs to. */
  readonly adapterModelName: string | null
  readonly speechbrainInterface: string | null
  /** `awq`, `gptq` and their like. */
  readonly quantMethod: string | null
  readonly hasGguf: boolean
  /** What the header of the GGUF files says; `null` when there is none, or none that could be read. */
  readonly gguf: { readonly contextLength: number | null; readonly architecture: string | null; readonly total: number | null } | null
  /** Parameters by data type of the safetensors files; `null` when unknown. */
  readonly safetensors: { readonly total: number | null; readonly parameters: Readonly<Record<string, number>> } | null
  /** The chat template, the first when there are several; `null` when there is none. */
  readonly chatTemplate: string | null
}

/** Normalises a model record as the API gives it. Takes anything; every field of the wrong type counts as absent. */
export function toModelFacts(record: unknown): ModelFacts {
  const id = text(get(record, 'id')) ?? 'owner/model'
  const tags = new Set(texts(get(record, 'tags')))
  const config = get(record, 'config')
  const card = get(record, 'cardData')
  const info = get(record, 'transformersInfo')
  const widget = get(record, 'widgetData')
  const first = Array.isArray(widget) ? (widget[0] as unknown) : undefined
  const auto = get(info, 'auto_model')
  const processor = get(info, 'processor')
  const files = siblings(get(record, 'siblings'))
  const source = sample(get(first, 'source_sentence'))
  const others = texts(get(first, 'sentences')).filter((sentence) => sample(sentence) !== null)
  return {
    id,
    name: id.slice(id.indexOf('/') + 1) || id,
    tags,
    task: text(get(record, 'pipeline_tag')),
    library: text(get(record, 'library_name')),
    files,
    hasCustomCode: tags.has('custom_code'),
    isConversational: tags.has('conversational'),
    hasChatTemplate:
      isTemplate(get(config, 'tokenizer_config', 'chat_template')) ||
      isTemplate(get(config, 'processor_config', 'chat_template')) ||
      isTemplate(get(config, 'chat_template_jinja')),
    transformers: isObject(info)
      ? { auto: isClassName(auto) ? auto : 'AutoModel', processor: isClassName(processor) ? processor : null }
      : null,
    maskToken: text(get(record, 'mask_token')),
    baseModel: texts(get(card, 'base_model'))[0] ?? null,
    baseModels: texts(get(card, 'base_model')).slice(0, 50),
    instancePrompt: sample(get(card, 'instance_prompt')),
    widgetText: sample(get(first, 'text')),
    sentences: source !== null && others.length > 0 ? [source, ...others].slice(0, 8) : [],
    peft: { base: text(get(config, 'peft', 'base_model_name_or_path')), taskType: text(get(config, 'peft', 'task_type')) },
    sklearn: { file: text(get(config, 'sklearn', 'model', 'file')), isPickle: get(config, 'sklearn', 'model_format') === 'pickle' },
    kerasTasks: [...new Set(texts(get(config, 'keras_hub', 'tasks')).filter(isClassName))].slice(0, 20),
    pipelineClass: text(get(config, 'diffusers', '_class_name')),
    architectures: texts(get(config, 'architectures')).filter(isClassName).slice(0, 20),
    modelType: text(get(config, 'model_type')),
    adapterModelName: text(get(config, 'adapter_transformers', 'model_name')),
    speechbrainInterface: text(get(config, 'speechbrain', 'speechbrain_interface')),
    quantMethod: text(get(config, 'quantization_config', 'quant_method')),
    gguf: ggufFacts(get(record, 'gguf')),
    safetensors: safetensorsFacts(get(record, 'safetensors')),
    chatTemplate:
      templateOf(get(record, 'gguf', 'chat_template')) ??
      templateOf(get(config, 'chat_template_jinja')) ??
      templateOf(get(config, 'tokenizer_config', 'chat_template')) ??
      templateOf(get(config, 'processor_config', 'chat_template')),
    hasGguf: files.some((file) => file.toLowerCase().endsWith('.gguf')) || isObject(get(record, 'gguf')),
  }
}

/** The files with an ending, by path. */
export function filesEnding(facts: ModelFacts, ending: string): string[] {
  return facts.files.filter((file) => file.toLowerCase().endsWith(ending)).sort()
}

/** Classes are imported by these names: a checked identifier with a capital, so that none is a function or a variable of the code. */
function isClassName(value: unknown): value is string {
  return isIdentifier(value) && /^[A-Z]/.test(value)
}

function ggufFacts(value: unknown): ModelFacts['gguf'] {
  if (!isObject(value)) return null
  return {
    contextLength: count(get(value, 'context_length')),
    architecture: text(get(value, 'architecture')),
    total: count(get(value, 'total')),
  }
}

function safetensorsFacts(value: unknown): ModelFacts['safetensors'] {
  const listed = get(value, 'parameters')
  if (!isObject(value)) return null
  const parameters: [string, number][] = []
  for (const [type, amount] of isObject(listed) ? Object.entries(listed) : []) {
    const known = count(amount)
    if (known !== null && parameters.length < 50) parameters.push([type, known])
  }
  return { total: count(get(value, 'total')), parameters: Object.fromEntries(parameters) }
}

/** A count as numbers are in JSON: whole and not negative. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** A template, or the first of a list of named ones. */
function templateOf(value: unknown): string | null {
  return Array.isArray(value) ? text(get(value[0], 'template')) : text(value)
}

/** A template is text, or a list of named ones. */
function isTemplate(value: unknown): boolean {
  return text(value) !== null || (Array.isArray(value) && value.length > 0)
}

/** Sample input of a card that is short enough to read as an example, in UTF-16 units; a longer one counts as absent. */
function sample(value: unknown): string | null {
  const found = text(value)
  return found !== null && found.length <= 1000 ? found : null
}

function siblings(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => text(get(item, 'rfilename')) ?? []) : []
}

/** A chat of one turn, as JSON. */
export function chat(content: Json): Json {
  return [{ role: 'user', content }]
}
