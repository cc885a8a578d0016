import { libraryTasks, taskLibraries } from '@portolan/tasks'
import type { ConfigFiles } from './config-files.ts'
import { get, type JsonObject, label, labels } from './values.ts'

/** Libraries that a card's tag may name: the task catalog's, and some that support tasks in their own way. */
const tagged = new Set<string>([
  ...Object.keys(libraryTasks),
  ...Object.values(taskLibraries).flat(),
  'gliner',
  'keras-hub',
  'mlx',
  'open_clip',
  'PaddleOCR',
])
/** These tags say what else a model runs on; the files are more reliable. */
const ambiguous = new Set(['transformers', 'transformers.js', 'diffusers', 'keras', 'peft'])

const torchWeights = /\.safetensors$|(^|\/)(pytorch_model.*\.bin|tf_model\.h5|flax_model\.msgpack)$/

/** True for a tag that names a library. */
export function isLibraryTag(tag: string): boolean {
  return tagged.has(tag)
}

/** The library named by the card, otherwise the one inferred from the files or the tags. */
export function libraryOf(card: JsonObject, files: ConfigFiles, paths: ReadonlySet<string>): string | null {
  const named = label(card['library_name'])
  if (named !== null) return named
  const tags = labels(card['tags'])
  return (
    ownFilesTell(files, paths) ??
    tags.find((tag) => tagged.has(tag) && !ambiguous.has(tag)) ??
    (tags.some((tag) => /^yolov\d+$/.test(tag)) ? 'ultralytics' : null) ??
    configTells(files, paths) ??
    tags.find((tag) => ambiguous.has(tag)) ??
    (some(paths, /\.gguf$/i) ? 'gguf' : null) ??
    (some(paths, /\.keras$/) ? 'keras' : null) ??
    (some(paths, /\.onnx$/) ? 'onnx' : null)
  )
}

/** Files written by only one library. */
function ownFilesTell({ config, metadata, spacy }: ConfigFiles, paths: ReadonlySet<string>): string | null {
  if (paths.has('adapter_config.json'))
    return get(config, 'config') !== undefined && get(config, 'model_name') !== undefined ? 'adapter-transformers' : 'peft'
  if (paths.has('model_index.json') || paths.has('modular_model_index.json')) return 'diffusers'
  if (paths.has('config_setfit.json')) return 'setfit'
  if (paths.has('config_sentence_transformers.json') || paths.has('modules.json')) return 'sentence-transformers'
  // Next to another library's weights, GGUF is a convenience conversion.
  if (some(paths, /\.gguf$/i) && !some(paths, torchWeights)) return 'gguf'
  if (get(metadata, 'keras_version') !== undefined) return 'keras-hub'
  if (get(spacy, 'spacy_version') !== undefined) return 'spacy'
  if (paths.has('open_clip_config.json')) return 'open_clip'
  if (get(config, 'sklearn') !== undefined || paths.has('sklearn_model.joblib')) return 'sklearn'
  return null
}

function configTells({ config }: ConfigFiles, paths: ReadonlySet<string>): string | null {
  if (get(config, 'pretrained_cfg') !== undefined) return 'timm'
  if (get(config, 'architecture') !== undefined && get(config, 'num_classes') !== undefined) return 'timm'
  if (get(config, 'speechbrain_interface') !== undefined) return 'speechbrain'
  const modelType = label(get(config, 'model_type'))
  if (modelType === 'span-marker') return 'span-marker'
  const configured = (modelType !== null && modelType !== 'custom') || labels(get(config, 'architectures')).length > 0
  if (!configured) return null
  if (!some(paths, torchWeights) && some(paths, /\.onnx$/) && (paths.has('tokenizer.json') || paths.has('preprocessor_config.json')))
    return 'transformers.js'
  return 'transformers'
}

function some(paths: ReadonlySet<string>, pattern: RegExp): boolean {
  for (const path of paths) if (pattern.test(path)) return true
  return false
}
