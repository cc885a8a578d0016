import type { TransformersInfo } from './facts.ts'
import { get, isObject, text, texts } from './values.ts'

/**
 * How an architecture is loaded and what it does. Ours, from the class names: the ending of an architecture names its head.
 * Order matters: the first ending that fits.
 */
const heads: readonly (readonly [ending: string, auto: string, task: string | null])[] = [
  ['ForCausalLM', 'AutoModelForCausalLM', 'text-generation'],
  ['LMHeadModel', 'AutoModelForCausalLM', 'text-generation'],
  ['ForSeq2SeqLM', 'AutoModelForSeq2SeqLM', null],
  ['ForSpeechSeq2Seq', 'AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
  ['ForMaskedLM', 'AutoModelForMaskedLM', 'fill-mask'],
  ['ForImageClassification', 'AutoModelForImageClassification', 'image-classification'],
  ['ForVideoClassification', 'AutoModelForVideoClassification', 'video-classification'],
  ['ForAudioClassification', 'AutoModelForAudioClassification', 'audio-classification'],
  ['ForSequenceClassification', 'AutoModelForSequenceClassification', 'text-classification'],
  ['ForTokenClassification', 'AutoModelForTokenClassification', 'token-classification'],
  ['ForTableQuestionAnswering', 'AutoModelForTableQuestionAnswering', 'table-question-answering'],
  ['ForVisualQuestionAnswering', 'AutoModelForVisualQuestionAnswering', 'visual-question-answering'],
  ['ForDocumentQuestionAnswering', 'AutoModelForDocumentQuestionAnswering', 'document-question-answering'],
  ['ForQuestionAnswering', 'AutoModelForQuestionAnswering', 'question-answering'],
  ['ForMultipleChoice', 'AutoModelForMultipleChoice', 'multiple-choice'],
  ['ForZeroShotObjectDetection', 'AutoModelForZeroShotObjectDetection', 'zero-shot-object-detection'],
  ['ForObjectDetection', 'AutoModelForObjectDetection', 'object-detection'],
  ['ForUniversalSegmentation', 'AutoModelForUniversalSegmentation', 'image-segmentation'],
  ['ForSemanticSegmentation', 'AutoModelForSemanticSegmentation', 'image-segmentation'],
  ['ForInstanceSegmentation', 'AutoModelForInstanceSegmentation', 'image-segmentation'],
  ['ForImageSegmentation', 'AutoModelForImageSegmentation', 'image-segmentation'],
  ['ForDepthEstimation', 'AutoModelForDepthEstimation', 'depth-estimation'],
  ['ForMaskGeneration', 'AutoModelForMaskGeneration', 'mask-generation'],
  ['ForKeypointDetection', 'AutoModelForKeypointDetection', 'keypoint-detection'],
  ['ForImageTextToText', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForVision2Seq', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForCTC', 'AutoModelForCTC', 'automatic-speech-recognition'],
  ['ForTextToWaveform', 'AutoModelForTextToWaveform', 'text-to-audio'],
]

/** Model types whose heads are named `…ForConditionalGeneration`, which says nothing by itself. */
const conditional: Readonly<Record<string, readonly [auto: string, task: string | null]>> = {
  whisper: ['AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
  t5: ['AutoModelForSeq2SeqLM', null],
  mt5: ['AutoModelForSeq2SeqLM', null],
  umt5: ['AutoModelForSeq2SeqLM', null],
  bart: ['AutoModelForSeq2SeqLM', null],
  mbart: ['AutoModelForSeq2SeqLM', null],
  pegasus: ['AutoModelForSeq2SeqLM', 'summarization'],
  m2m_100: ['AutoModelForSeq2SeqLM', 'translation'],
  blenderbot: ['AutoModelForSeq2SeqLM', 'text-generation'],
  musicgen: ['AutoModelForTextToWaveform', 'text-to-audio'],
}

const visionTasks = new Set([
  'image-classification',
  'object-detection',
  'image-segmentation',
  'depth-estimation',
  'mask-generation',
  'keypoint-detection',
  'video-classification',
  'image-feature-extraction',
  'zero-shot-object-detection',
  'image-to-image',
])
const processorTasks = new Set([
  'image-text-to-text',
  'automatic-speech-recognition',
  'visual-question-answering',
  'document-question-answering',
  'image-to-text',
  'zero-shot-object-detection',
  'zero-shot-image-classification',
  'video-text-to-text',
  'audio-text-to-text',
  'any-to-any',
  'text-to-audio',
])

/**
 * Which Auto classes load a transformers model, from `config.json` and the names of the files beside it.
 * `null` when the configuration names no architecture.
 */
export function transformersInfoOf(config: unknown, paths: ReadonlySet<string>): { info: TransformersInfo; task: string | null } | null {
  const architecture = texts(get(config, 'architectures'))[0] ?? null
  const modelType = text(get(config, 'model_type'))
  const autoMap = get(config, 'auto_map')
  if (architecture === null && modelType === null) return null
  if (architecture === null && !isObject(autoMap)) return null
  const { auto, task } = headOf(architecture ?? '', modelType ?? '')
  const custom = isObject(autoMap) ? Object.keys(autoMap).find((key) => key.startsWith('AutoModel')) : undefined
  const processor = processorOf(task, paths)
  const customClass = isObject(autoMap) ? text(autoMap[custom ?? '']) : null
  return {
    info: {
      auto_model: custom ?? auto,
      ...(customClass === null ? {} : { custom_class: customClass }),
      ...(task === null ? {} : { pipeline_tag: task }),
      ...(processor === null ? {} : { processor }),
    },
    task,
  }
}

function headOf(architecture: string, modelType: string): { auto: string; task: string | null } {
  const base = architecture.replace(/^(TF|Flax)(?=[A-Z])/, '')
  const found = heads.find(([ending]) => base.endsWith(ending))
  if (found) return { auto: found[1], task: found[2] }
  if (base.endsWith('ForConditionalGeneration')) {
    const known = Object.hasOwn(conditional, modelType) ? conditional[modelType] : undefined
    // What is left are models that see and talk.
    return known ? { auto: known[0], task: known[1] } : { auto: 'AutoModelForImageTextToText', task: 'image-text-to-text' }
  }
  if (/^(CLIP|Siglip2?|AltCLIP|ChineseCLIP)Model$/.test(base))
    return { auto: 'AutoModelForZeroShotImageClassification', task: 'zero-shot-image-classification' }
  if (/^(ViT|Dinov2|DINOv3ViT|Swin|ConvNext)\w*Model$/.test(base)) return { auto: 'AutoModel', task: 'image-feature-extraction' }
  return { auto: 'AutoModel', task: base.endsWith('Model') ? 'feature-extraction' : null }
}

function processorOf(task: string | null, paths: ReadonlySet<string>): string | null {
  const tokenizer = ['tokenizer.json', 'tokenizer_config.json', 'tokenizer.model', 'vocab.txt', 'vocab.json', 'spiece.model'].some((file) =>
    paths.has(file),
  )
  const preprocessor = paths.has('preprocessor_config.json') || paths.has('processor_config.json')
  if (paths.has('processor_config.json') || (task !== null && processorTasks.has(task) && (preprocessor || tokenizer)))
    return 'AutoProcessor'
  if (task !== null && visionTasks.has(task) && preprocessor) return 'AutoImageProcessor'
  if (task === 'audio-classification' && preprocessor) return 'AutoFeatureExtractor'
  return tokenizer ? 'AutoTokenizer' : null
}
