import { browserPipeline } from '@portolan/tasks'

/**
 * The pipeline of transformers.js that serves a task, `null` when none does. The runtime in the browser and the one here are the same library;
 * chat is text generation whose prompt is made of turns.
 */
export function pipelineOf(task: string): string | null {
  return task === 'conversational' ? 'text-generation' : browserPipeline(task)
}

/** Pipelines without words: their models need no tokenizer. */
const wordless = new Set([
  'audio-classification',
  'depth-estimation',
  'image-classification',
  'object-detection',
  'image-segmentation',
  'image-to-image',
  'image-feature-extraction',
])

/** True when models of the pipeline need a tokenizer. */
export function needsTokenizer(pipeline: string): boolean {
  return !wordless.has(pipeline)
}
