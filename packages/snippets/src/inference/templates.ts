import type { CheckedCall } from './resolve-call.ts'

/** The kinds of calls with the same layout, using the names of the published snippets, plus three more. */
export const templateNames = [
  'basic',
  'basicAudio',
  'basicImage',
  'conversational',
  'conversationalStream',
  'documentQuestionAnswering',
  'imageToImage',
  'imageToVideo',
  'questionAnswering',
  'tableQuestionAnswering',
  'tabular',
  'textToAudio',
  'textToImage',
  'textToSpeech',
  'textToVideo',
  'visualQuestionAnswering',
  'zeroShotClassification',
  'zeroShotImageClassification',
  'zeroShotObjectDetection',
] as const
export type TemplateName = (typeof templateNames)[number]

const byTask: Readonly<Record<string, TemplateName>> = {
  'document-question-answering': 'documentQuestionAnswering',
  'image-text-to-image': 'imageToImage',
  'image-text-to-video': 'imageToVideo',
  'image-to-image': 'imageToImage',
  'image-to-video': 'imageToVideo',
  'question-answering': 'questionAnswering',
  'table-question-answering': 'tableQuestionAnswering',
  'tabular-classification': 'tabular',
  'tabular-regression': 'tabular',
  'text-to-audio': 'textToAudio',
  'text-to-image': 'textToImage',
  'text-to-speech': 'textToSpeech',
  'text-to-video': 'textToVideo',
  'visual-question-answering': 'visualQuestionAnswering',
  'zero-shot-classification': 'zeroShotClassification',
  'zero-shot-image-classification': 'zeroShotImageClassification',
  'zero-shot-object-detection': 'zeroShotObjectDetection',
}

export function templateOf({ task, streams, kind }: CheckedCall): TemplateName {
  if (task === 'conversational') return streams ? 'conversationalStream' : 'conversational'
  const special = byTask[task]
  if (special !== undefined) return special
  if (kind.shape !== 'file') return 'basic'
  return kind.fileType?.startsWith('audio/') ? 'basicAudio' : 'basicImage'
}
