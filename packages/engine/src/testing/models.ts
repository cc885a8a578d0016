import type { ModelFolder } from './engine-hub.ts'
import {
  captioner,
  colorClassifier,
  colorDetector,
  colorFinder,
  colorMatcher,
  colorSegmenter,
  colorSwapper,
  depthEstimator,
  documentReader,
} from './tiny-picture-models.ts'
import { letterHearer, loudnessClassifier, speaker } from './tiny-sound-models.ts'
import { embedder, entailer, maskFiller, questionAnswerer, rewriter, textClassifier, tokenClassifier } from './tiny-text-models.ts'

/** A tiny model for each task that a client has a method for. */
export const tinyModels = {
  'audio-classification': loudnessClassifier,
  'automatic-speech-recognition': letterHearer,
  'depth-estimation': depthEstimator,
  'document-question-answering': documentReader,
  'feature-extraction': embedder,
  'fill-mask': maskFiller,
  'image-classification': colorClassifier,
  'image-segmentation': colorSegmenter,
  'image-to-image': colorSwapper,
  'image-to-text': captioner,
  'object-detection': colorDetector,
  'question-answering': questionAnswerer,
  'sentence-similarity': embedder,
  summarization: rewriter,
  'text-classification': textClassifier,
  'text-to-speech': speaker,
  'token-classification': tokenClassifier,
  translation: rewriter,
  'zero-shot-classification': entailer,
  'zero-shot-image-classification': colorMatcher,
  'zero-shot-object-detection': colorFinder,
} as const satisfies Record<string, ModelFolder>

/** The files of a model with a card that names its task, as bytes and texts. */
export function filesOf(model: ModelFolder, task: string, text = ''): Record<string, string | Uint8Array> {
  const files = Object.entries(model).map(([path, content]): [string, string | Uint8Array] => [
    path,
    Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content),
  ])
  return { 'README.md': `---\npipeline_tag: ${task}\n---\n${text}\n`, ...Object.fromEntries(files) }
}
