import type { DemoFile } from './detail.ts'
import { taskDetails } from './details/index.ts'
import { isTaskId } from './pipeline-types.ts'

/** A demo file, ready to send. */
export interface MadeFile {
  readonly mediaType: DemoFile['mediaType']
  readonly bytes: Uint8Array
}

const made = new Map<string, MadeFile>()

/**
 * Returns the image or audio clip that a task's demo refers to, or `null` if there is none with that name. Accepts any text. Generated once and
 * cached: there are a few dozen, less than 2 MB in total.
 */
export function demoFile(task: string, filename: string): MadeFile | null {
  if (!isTaskId(task)) return null
  const { files = {} } = taskDetails[task]
  const file = Object.hasOwn(files, filename) ? files[filename] : undefined
  if (!file) return null
  const key = `${task}/${filename}`
  const known = made.get(key)
  if (known) return known
  const bytes = file.mediaType === 'audio/wav' ? file.make() : new TextEncoder().encode(file.make())
  const fresh = { mediaType: file.mediaType, bytes }
  made.set(key, fresh)
  return fresh
}
