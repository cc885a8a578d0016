import { limits } from '@portolan/contract'
import { isBinary, type LfsAttributes } from '@portolan/git'

export type UploadMode = 'regular' | 'lfs'

/** Git reads these itself, before it can fetch anything. */
const gitOwnFiles = new Set(['.gitattributes', '.gitignore', '.gitmodules'])

/**
 * Whether a file is stored in git or as a large file (hub API 5.4): LFS when a pattern says so, when it is over 10 MB, or
 * when it is binary. Empty files are always regular.
 * @param file.sample the first bytes, up to 512
 */
export function uploadModeOf(file: { path: string; size: number; sample: Uint8Array }, attributes: LfsAttributes): UploadMode {
  if (file.size === 0 || gitOwnFiles.has(file.path.slice(file.path.lastIndexOf('/') + 1))) return 'regular'
  return file.size > limits.regularFileBytes || attributes.isLfs(file.path) || isBinary(file.sample) ? 'lfs' : 'regular'
}
