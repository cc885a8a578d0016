import { chatTasks, runsInBrowser } from '@portolan/tasks'

/** The input of a task. */
export type InputShape =
  | 'chat'
  | 'text'
  | 'file'
  /** A file and a text with instructions for it (`prompt` among the parameters). */
  | 'file-prompt'
  | 'question'
  | 'table-question'
  | 'image-question'
  | 'sentences'
  | 'labels'
  | 'file-labels'
  | 'table'

export interface InferenceTask {
  readonly shape: InputShape
  /** For tasks that take a file: its kind, and its type if the name does not determine it. */
  readonly fileType?: 'image/jpeg' | 'image/png' | 'audio/flac' | 'video/mp4'
  /** The response: JSON, or a file with this name to write. */
  readonly answer: 'json' | { readonly file: string }
}

const audio = { shape: 'file', fileType: 'audio/flac', answer: 'json' } as const
const picture = { shape: 'file', fileType: 'image/jpeg', answer: 'json' } as const
const text = { shape: 'text', answer: 'json' } as const
const chat = { shape: 'chat', answer: 'json' } as const
const pictureToPicture = { shape: 'file-prompt', fileType: 'image/png', answer: { file: 'image.png' } } as const
const pictureToVideo = { shape: 'file-prompt', fileType: 'image/png', answer: { file: 'video.mp4' } } as const
const table = { shape: 'table', answer: 'json' } as const

/** The tasks that can be called over HTTP. */
const tasks: Readonly<Record<string, InferenceTask>> = {
  'any-to-any': chat,
  'audio-classification': audio,
  'audio-text-to-text': chat,
  'audio-to-audio': audio,
  'automatic-speech-recognition': audio,
  'depth-estimation': { ...picture, answer: { file: 'depth.png' } },
  'document-question-answering': { shape: 'image-question', fileType: 'image/png', answer: 'json' },
  'feature-extraction': text,
  'fill-mask': text,
  'image-classification': picture,
  'image-feature-extraction': picture,
  'image-segmentation': picture,
  'image-text-to-image': pictureToPicture,
  'image-text-to-text': chat,
  'image-text-to-video': pictureToVideo,
  'image-to-image': pictureToPicture,
  'image-to-text': picture,
  'image-to-video': pictureToVideo,
  'object-detection': picture,
  'question-answering': { shape: 'question', answer: 'json' },
  'sentence-similarity': { shape: 'sentences', answer: 'json' },
  summarization: text,
  'table-question-answering': { shape: 'table-question', answer: 'json' },
  'tabular-classification': table,
  'tabular-regression': table,
  'text-classification': text,
  'text-generation': chat,
  'text-to-audio': { shape: 'text', answer: { file: 'audio.wav' } },
  'text-to-image': { shape: 'text', answer: { file: 'image.png' } },
  'text-to-speech': { shape: 'text', answer: { file: 'speech.wav' } },
  'text-to-video': { shape: 'text', answer: { file: 'video.mp4' } },
  'token-classification': text,
  translation: text,
  'video-text-to-text': chat,
  'visual-question-answering': { shape: 'image-question', fileType: 'image/png', answer: 'json' },
  'zero-shot-classification': { shape: 'labels', answer: 'json' },
  'zero-shot-image-classification': { shape: 'file-labels', fileType: 'image/jpeg', answer: 'json' },
  'zero-shot-object-detection': { shape: 'file-labels', fileType: 'image/jpeg', answer: 'json' },
}

/** How a task is called, or `null` when no client or endpoint supports it. Accepts any text. */
export function inferenceTask(task: string): InferenceTask | null {
  return Object.hasOwn(tasks, task) ? (tasks[task] ?? null) : null
}

export const inferenceTasks: readonly string[] = Object.keys(tasks)

/** Whether models of the task are called with messages. */
export function isChat(task: string): boolean {
  return chatTasks.has(task) || inferenceTask(task)?.shape === 'chat'
}

/** Tasks that a hub's engine serves and the hf-inference provider does not. */
export function isServedByEngine(task: string): boolean {
  return runsInBrowser(task)
}
