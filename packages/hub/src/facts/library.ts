import { get, type JsonObject, text, texts } from './values.ts'

/** Files that tell the library when the card does not. The first that fits wins. */
export function libraryOf(card: JsonObject, configs: ConfigFiles, paths: readonly string[]): string | null {
  const named = text(card['library_name'])
  if (named !== null && named.length <= 100) return named
  const has = (path: string) => paths.includes(path)
  const ends = (ending: string) => paths.some((path) => path.endsWith(ending))
  const tagged = (tag: string) => texts(card['tags']).includes(tag)
  if (has('adapter_config.json')) return 'peft'
  if (has('model_index.json') || has('modular_model_index.json')) return 'diffusers'
  if (has('modules.json') || has('config_sentence_transformers.json')) return 'sentence-transformers'
  if (ends('.gguf')) return 'gguf'
  if (has('metadata.json') && (has('task.json') || has('preprocessor.json') || get(configs.metadata, 'keras_version') !== undefined))
    return 'keras-hub'
  if (has('meta.json') && ends('.whl')) return 'spacy'
  if (has('sklearn_model.joblib') || tagged('skops') || get(configs.config, 'sklearn') !== undefined) return 'sklearn'
  if (
    get(configs.config, 'pretrained_cfg') !== undefined ||
    (get(configs.config, 'architecture') !== undefined && get(configs.config, 'num_classes') !== undefined)
  )
    return 'timm'
  if (tagged('ultralytics') || texts(card['tags']).some((tag) => /^yolov\d+$/.test(tag))) return 'ultralytics'
  const onnx = ends('.onnx')
  const torch = ends('.safetensors') || paths.some((path) => /(^|\/)(pytorch_model.*\.bin|tf_model\.h5|flax_model\.msgpack)$/.test(path))
  const configured = text(get(configs.config, 'model_type')) !== null || texts(get(configs.config, 'architectures')).length > 0
  if (onnx && configured && !torch && (has('tokenizer.json') || has('preprocessor_config.json'))) return 'transformers.js'
  if (configured && get(configs.config, 'model_type') !== 'custom') return 'transformers'
  if (onnx) return 'onnx'
  return null
}

/** The small JSON files that the extraction looks into; `null` for one that is absent or malformed. */
export interface ConfigFiles {
  readonly config: JsonObject | null
  readonly tokenizer: JsonObject | null
  readonly processor: JsonObject | null
  readonly preprocessor: JsonObject | null
  readonly adapter: JsonObject | null
  readonly modelIndex: JsonObject | null
  readonly metadata: JsonObject | null
  readonly task: JsonObject | null
  readonly specialTokens: JsonObject | null
  readonly chatTemplate: string | null
}
