import type { Answer, Job } from '../protocol.ts'
import { InputError } from './input-error.ts'
import type { Pipeline, Runtime } from './runtime.ts'
import { asr, audioClassification, textToAudio } from './tasks/audio.ts'
import { featureExtraction, sentenceSimilarity } from './tasks/embeddings.ts'
import { chat, textGeneration } from './tasks/generation.ts'
import {
  depthEstimation,
  documentQuestionAnswering,
  imageClassification,
  imageFeatures,
  imageSegmentation,
  imageToImage,
  imageToText,
  objectDetection,
  zeroShotImageClassification,
  zeroShotObjectDetection,
} from './tasks/images.ts'
import { rewriting } from './tasks/rewriting.ts'
import { fillMask, questionAnswering, textClassification, tokenClassification, zeroShotClassification } from './tasks/text.ts'

/** The input of a task. */
export interface TaskContext {
  readonly runtime: Runtime
  /** The imported module; other packages of the runtime are next to it. */
  readonly entry: string
  readonly pipeline: Pipeline
  readonly job: Job
  readonly signal: AbortSignal
  onText(text: string): void
}

/** Each task, with the request and response formats of `POST /hf-inference/models/{id}` (read by the hub client's `InferenceClient`). */
const tasks: Readonly<Record<string, (context: TaskContext) => Promise<Answer>>> = {
  conversational: chat,
  'text-generation': textGeneration,
  'text-classification': textClassification,
  'token-classification': tokenClassification,
  'fill-mask': fillMask,
  'question-answering': questionAnswering,
  'zero-shot-classification': zeroShotClassification,
  summarization: rewriting('summary_text'),
  translation: rewriting('translation_text'),
  'feature-extraction': featureExtraction,
  'sentence-similarity': sentenceSimilarity,
  'automatic-speech-recognition': asr,
  'audio-classification': audioClassification,
  'text-to-speech': textToAudio,
  'text-to-audio': textToAudio,
  'image-classification': imageClassification,
  'object-detection': objectDetection,
  'image-segmentation': imageSegmentation,
  'depth-estimation': depthEstimation,
  'image-to-text': imageToText,
  'image-to-image': imageToImage,
  'image-feature-extraction': imageFeatures,
  'zero-shot-image-classification': zeroShotImageClassification,
  'zero-shot-object-detection': zeroShotObjectDetection,
  'document-question-answering': documentQuestionAnswering,
}

/** Names of the tasks that a worker runs. */
export const servedTasks: readonly string[] = Object.keys(tasks)

/** Runs one job with a loaded model. @throws {InputError}; whatever the library throws */
export async function runTask(context: TaskContext): Promise<Answer> {
  const { task } = context.job
  const run = Object.hasOwn(tasks, task) ? tasks[task] : undefined
  if (!run) throw new InputError(`The local engine does not support ${task}.`)
  return await run(context)
}
