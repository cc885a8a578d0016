import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// oxlint-disable-next-line node/no-process-env -- for tests only
const folder = process.env['PORTOLAN_SHARED_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data')

/** A real file that is not part of the project; `null` if it is missing. */
export function sharedFile(path: string): Uint8Array | null {
  return existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : null
}

/** Why a test on a real file is skipped. */
export const absent = `${folder} is absent`

export const realVocabulary = 'gguf/ggml-vocab-bert-bge.gguf'
export const realModel = 'models/karpathy/stories260K/stories260K-f32.gguf'
