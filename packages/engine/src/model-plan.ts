import { loadsInBrowser } from '@portolan/tasks'
import { needsTokenizer, pipelineOf } from './served-tasks.ts'

/** A file of a model, as its repo lists it. */
export interface ModelFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** What a worker needs to run a model. */
export interface ModelPlan {
  readonly files: readonly ModelFile[]
  /** Weight format of each part, by transformers.js part name: `{ encoder_model: 'q8' }`. */
  readonly dtypes: Readonly<Record<string, string>>
  /** Size of all files. */
  readonly bytes: number
  /** Size of the weights alone. */
  readonly weightBytes: number
}

/** Weight formats by transformers.js file suffix, in order of how well the CPU handles them. */
const suffixes: readonly (readonly [dtype: string, suffix: string])[] = [
  ['fp32', ''],
  ['q8', '_quantized'],
  ['int8', '_int8'],
  ['uint8', '_uint8'],
  ['q4', '_q4'],
  ['bnb4', '_bnb4'],
  ['fp16', '_fp16'],
  ['q4f16', '_q4f16'],
]

/** Besides the weights: everything the library reads of a model, plus the pooling configuration for sentences. */
const wanted =
  /^(?:config|generation_config|tokenizer|tokenizer_config|special_tokens_map|added_tokens|vocab|preprocessor_config|processor_config|image_processor|chat_template|modules|1_Pooling\/config)\.json$|^chat_template\.jinja$|^voices\/[\w-]{1,60}\.bin$|^speaker_embeddings\.bin$/

/** JSON is parsed as a whole; the largest known tokenizer is 40 MB. */
const maxTextBytes = 128 * 1024 * 1024

const weightFile = /^onnx\/([A-Za-z0-9][A-Za-z0-9_.-]{0,100})\.onnx$/

/** Parts that exist twice: the merged decoder replaces the others. */
const mergedInto: Readonly<Record<string, string>> = {
  decoder_model: 'decoder_model_merged',
  decoder_with_past_model: 'decoder_model_merged',
}

/** Why a model cannot be run, judging only by its task, its type and its file names; `null` if it probably can. */
export function refusal(task: string | null, paths: readonly string[], modelType: string | null): string | null {
  if (task === null) return 'Its card does not specify a task.'
  const pipeline = pipelineOf(task)
  if (pipeline === null) return `The local engine does not support ${task}.`
  if (!paths.includes('config.json')) return 'It has no config.json.'
  if (!paths.some((path) => weightFile.test(path))) return 'It has no weights in ONNX format (onnx/*.onnx).'
  if (needsTokenizer(pipeline) && !paths.includes('tokenizer.json')) return 'It has no tokenizer.json.'
  // Text generation with an encoder runs in a pipeline that is not a task, with the models of this one.
  const typesOf = pipeline === 'text-generation' && paths.some((path) => path.startsWith('onnx/encoder_model')) ? 'summarization' : pipeline
  if (!loadsInBrowser(typesOf, modelType)) return `transformers.js does not support ${modelType ?? 'models without a type'} for ${task}.`
  return null
}

/**
 * Chooses the files of a model: full weights if they fit into `maxWeightBytes`, else the best smaller ones.
 * @returns a sentence when nothing fits
 */
export function planModel(files: readonly ModelFile[], maxWeightBytes: number): ModelPlan | string {
  const texts = files.filter(({ path }) => wanted.test(path))
  const tooLong = texts.find(({ size }) => size > maxTextBytes)
  if (tooLong) return `${tooLong.path} has ${megabytes(tooLong.size)} MB; the local engine reads at most ${megabytes(maxTextBytes)}.`
  const parts = partsOf(files)
  if (parts.size === 0) return 'The model has no weights in ONNX format (onnx/*.onnx).'
  let smallest = Infinity
  for (let choice = 0; choice < suffixes.length; choice++) {
    const chosen = [...parts.entries()].map(([part, kinds]) => ({ part, ...nearest(kinds, choice) }))
    const weights = chosen.flatMap(({ weight }) => weight)
    const weightBytes = total(weights)
    smallest = Math.min(smallest, weightBytes)
    if (weightBytes > maxWeightBytes) continue
    return {
      files: [...texts, ...weights],
      dtypes: Object.fromEntries(chosen.map(({ part, dtype }) => [part, dtype])),
      bytes: total(texts) + weightBytes,
      weightBytes,
    }
  }
  return `The weights have ${megabytes(smallest)} MB; the memory limit of the local engine allows up to ${megabytes(maxWeightBytes)} MB.`
}

type Kinds = ReadonlyMap<string, readonly ModelFile[]>

/** The parts of a model with the available weights of each, including the files that contain their tensors. */
function partsOf(files: readonly ModelFile[]): Map<string, Kinds> {
  const names = new Set(files.flatMap(({ path }) => weightFile.exec(path)?.[1] ?? []))
  const parts = new Map<string, Map<string, readonly ModelFile[]>>()
  for (const name of names) {
    // The longest matching suffix: `model_q4f16` is not an fp32 part named `model_q4f16`.
    const [dtype, suffix] = suffixes.filter(([, end]) => end !== '' && name.endsWith(end)).sort((a, b) => b[1].length - a[1].length)[0] ?? [
      'fp32',
      '',
    ]
    const part = name.slice(0, name.length - suffix.length)
    const weight = files.filter(({ path }) => path === `onnx/${name}.onnx` || isDataOf(path, name))
    parts.set(part, (parts.get(part) ?? new Map<string, readonly ModelFile[]>()).set(dtype, weight))
  }
  for (const [part, merged] of Object.entries(mergedInto)) if (parts.has(merged)) parts.delete(part)
  return parts
}

/** `model.onnx_data`, `model.onnx_data_1`, `model.onnx.data`. */
function isDataOf(path: string, name: string): boolean {
  return path.startsWith(`onnx/${name}.onnx`) && /^[_.]data(?:_\d{1,3})?$/.test(path.slice(`onnx/${name}.onnx`.length))
}

/** The weights of the chosen format or, if a part has none, of the next smaller one, else of the next larger one. */
function nearest(kinds: Kinds, choice: number): { dtype: string; weight: readonly ModelFile[] } {
  const order = [...suffixes.slice(choice), ...suffixes.slice(0, choice).reverse()]
  for (const [dtype] of order) {
    const weight = kinds.get(dtype)
    if (weight) return { dtype, weight }
  }
  throw new Error('A part without weights')
}

function total(files: readonly ModelFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}
