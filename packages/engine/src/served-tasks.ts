import { browserPipeline } from '@portolan/tasks'

/**
 * The transformers.js pipeline that serves a task, `null` if none does. The browser runtime and this one are the same library;
 * chat is text generation whose prompt consists of turns.
 */
export function pipelineOf(task: string): string | null {
  return task === 'conversational' ? 'text-generation' : browserPipeline(task)
}

/** Pipelines without text: their models need no tokenizer. */
const wordless = new Set([
  'audio-classification',
  'depth-estimation',
  'image-classification',
  'object-detection',
  'image-segmentation',
  'image-to-image',
  'image-feature-extraction',
])

/** True if models of the pipeline need a tokenizer. */
export function needsTokenizer(pipeline: string): boolean {
  return !wordless.has(pipeline)
}
