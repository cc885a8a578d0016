/*
 * Names that a file system may treat as another: a checkout on Windows or macOS must not write into `.git`, nor read a
 * `.gitmodules` other than the one that was checked. The spellings are those that git knows (`is_ntfs_dotgit`, `is_hfs_dotgit`).
 */

/** Code points that HFS+ ignores when comparing names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu

/** Fast path: most names cannot match any of this, and trees have many. */
const mayMeanGit = /git|[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/iu
const mayBeSpecial = /^[.g~\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/iu

/** True for `.git` in every spelling, even after a backslash. */
export function isDotGit(name: string): boolean {
  if (!mayMeanGit.test(name)) return false
  if (name.replaceAll(passedOver, '').toLowerCase() === '.git') return true
  return name.split('\\').some((part) => /^(?:\.git|git~1)[ .]*(?:$|:)/i.test(part))
}

export type SpecialFile = '.gitmodules' | '.gitattributes'

const spellings: Record<SpecialFile, RegExp> = {
  '.gitmodules': /^(?:\.gitmodules|gitmod~[1-4])[ .]*(?:$|:)/,
  '.gitattributes': /^(?:\.gitattributes|gitatt~[1-4])[ .]*(?:$|:)/,
}

/** Prefixes of the short names that Windows generates when the plain ones (`gitmod~1` to `~4`) are taken. */
const fallbacks: Record<SpecialFile, string> = { '.gitmodules': 'gi7eba', '.gitattributes': 'gi7d29' }

/** True for `.gitmodules`, `.gitattributes` in every spelling. */
export function isSpecialFile(name: string, file: SpecialFile): boolean {
  if (!mayBeSpecial.test(name)) return false
  const lower = name.toLowerCase()
  if (lower.replaceAll(passedOver, '') === file || spellings[file].test(lower)) return true
  const [, prefix = '', digits = '', rest = ''] = /^([a-z0-9]{0,6})~([1-9]\d*)(.*)$/s.exec(lower.slice(0, 8)) ?? []
  return prefix.length + digits.length === 7 && rest === '' && fallbacks[file].startsWith(prefix) && /^[ .]*(?:$|:)/.test(lower.slice(8))
}
