import type { TaskId } from './pipeline-types.ts'

/** The release of `@huggingface/transformers` that the lists below were taken from; a test checks them against it. */
export const browserRuntimeRelease = '4.3.1'

/**
 * Tasks that the in-browser runtime (transformers.js) serves, with the name to pass to its `pipeline()`. Usually the task's own name; sentence
 * similarity is the cosine of two outputs of `feature-extraction`. docs/adr/0007 explains why these and not the 28 of the specification.
 */
export const browserPipelines = {
  'text-classification': 'text-classification',
  'token-classification': 'token-classification',
  'question-answering': 'question-answering',
  'zero-shot-classification': 'zero-shot-classification',
  translation: 'translation',
  summarization: 'summarization',
  'feature-extraction': 'feature-extraction',
  'text-generation': 'text-generation',
  'fill-mask': 'fill-mask',
  'sentence-similarity': 'feature-extraction',
  'text-to-speech': 'text-to-speech',
  'text-to-audio': 'text-to-audio',
  'automatic-speech-recognition': 'automatic-speech-recognition',
  'audio-classification': 'audio-classification',
  'depth-estimation': 'depth-estimation',
  'image-classification': 'image-classification',
  'object-detection': 'object-detection',
  'image-segmentation': 'image-segmentation',
  'image-to-text': 'image-to-text',
  'image-to-image': 'image-to-image',
  'document-question-answering': 'document-question-answering',
  'zero-shot-image-classification': 'zero-shot-image-classification',
  'zero-shot-object-detection': 'zero-shot-object-detection',
  'image-feature-extraction': 'image-feature-extraction',
} as const satisfies Partial<Record<TaskId, string>>

/** Pipelines of the runtime that are not tasks in the catalog, each with the closest task. */
export const otherBrowserPipelines = {
  'background-removal': 'image-segmentation',
  'text2text-generation': 'text-generation',
  'zero-shot-audio-classification': 'audio-classification',
} as const satisfies Record<string, TaskId>

/** The pipeline of the in-browser runtime that serves a task, or `null` if none does. Accepts any text, including untrusted names. */
export function browserPipeline(task: string): string | null {
  return Object.hasOwn(browserPipelines, task) ? browserPipelines[task as keyof typeof browserPipelines] : null
}

/** True if the in-browser runtime serves the task. */
export function runsInBrowser(task: string): boolean {
  return browserPipeline(task) !== null
}
