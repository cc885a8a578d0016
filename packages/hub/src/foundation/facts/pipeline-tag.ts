import { isTaskId, type TaskId, taskIds } from '@portolan/tasks'
import type { ConfigFiles } from './config-files.ts'
import { kerasTasksOf } from './config-digest.ts'
import { get, type JsonObject, label, labels, text } from './values.ts'

const adapterTasks: Readonly<Record<string, TaskId>> = {
  CAUSAL_LM: 'text-generation',
  SEQ_CLS: 'text-classification',
  TOKEN_CLS: 'token-classification',
  QUESTION_ANS: 'question-answering',
  FEATURE_EXTRACTION: 'feature-extraction',
}

const kerasTasks: Readonly<Record<string, TaskId>> = {
  CausalLM: 'text-generation',
  TextToImage: 'text-to-image',
  TextClassifier: 'text-classification',
  ImageClassifier: 'image-classification',
  MaskedLM: 'fill-mask',
  ImageSegmenter: 'image-segmentation',
  ObjectDetector: 'object-detection',
  AudioToText: 'automatic-speech-recognition',
}

/** The task: the card's value, otherwise a tag that names one, otherwise inferred from the library's own files. */
export function pipelineTagOf(
  card: JsonObject,
  library: string | null,
  fromArchitecture: string | null,
  files: ConfigFiles,
  ggufArchitecture: string | null,
): string | null {
  const named = label(card['pipeline_tag'])
  if (named !== null) return named
  // If there are several, the catalog's order decides: it goes from specific to general.
  const tags = new Set(labels(card['tags']))
  const tagged = taskIds.find((id) => tags.has(id))
  if (tagged !== undefined) return tagged
  switch (library) {
    case 'sentence-transformers':
      return sentenceTransformersTask(text(get(files.sentenceTransformers, 'model_type')))
    case 'diffusers':
      return diffusersTask(text(get(files.modelIndex, '_class_name')))
    case 'timm':
      return 'image-classification'
    case 'gguf':
      return ggufTask(ggufArchitecture)
    case 'peft': {
      const task = label(get(files.adapter, 'task_type'))
      return task !== null && Object.hasOwn(adapterTasks, task) ? (adapterTasks[task] ?? null) : null
    }
    case 'sklearn': {
      const task = text(get(files.config, 'sklearn', 'task'))
      return task !== null && isTaskId(task) ? task : null
    }
    case 'keras-hub':
      return kerasTasksOf(files).flatMap((name) => (Object.hasOwn(kerasTasks, name) ? [kerasTasks[name] ?? null] : []))[0] ?? null
    case 'spacy':
      return spacyTask(labels(get(files.spacy, 'pipeline')))
    case 'open_clip':
      return 'zero-shot-image-classification'
    case null:
      return null
    default:
      return library === 'transformers' || library === 'transformers.js' ? fromArchitecture : null
  }
}

function sentenceTransformersTask(modelType: string | null): TaskId {
  if (modelType === 'CrossEncoder') return 'text-ranking'
  return modelType === 'SparseEncoder' ? 'feature-extraction' : 'sentence-similarity'
}

function spacyTask(components: readonly string[]): TaskId | null {
  if (components.some((name) => /^(ner|beam_ner|spancat|tagger|morphologizer)$/.test(name))) return 'token-classification'
  return components.some((name) => name.startsWith('textcat')) ? 'text-classification' : null
}

/** Most GGUF files are language models; these architectures are not. */
function ggufTask(architecture: string | null): TaskId | null {
  if (architecture === null) return 'text-generation'
  if (/bert|^t5encoder$|embedding/.test(architecture)) return 'feature-extraction'
  if (/^(flux|sd1|sd3|sdxl|lumina2|aura|hidream|qwen_image|z_image)$/.test(architecture)) return 'text-to-image'
  if (/^(wan|hyvid|ltxv|mochi|cosmos)/.test(architecture)) return 'text-to-video'
  if (architecture === 'whisper') return 'automatic-speech-recognition'
  return /^(clip|wavtokenizer-dec)$/.test(architecture) ? null : 'text-generation'
}

function diffusersTask(className: string | null): TaskId | null {
  if (className === null) return null
  if (/ImageToVideo|I2V|VideoDiffusion/i.test(className)) return 'image-to-video'
  if (/Video|T2V/i.test(className)) return 'text-to-video'
  if (/Img2Img|Inpaint|Edit|Kontext|Fill|Upscale|InstructPix2Pix/i.test(className)) return 'image-to-image'
  if (/^(DDPM|DDIM|PNDM|ScoreSdeVe|Karras|Consistency|LDMPipeline)/.test(className)) return 'unconditional-image-generation'
  return 'text-to-image'
}
