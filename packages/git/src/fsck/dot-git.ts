/*
 * Names that a file system may take for another: a checkout on Windows or macOS must not write into `.git`, nor find other
 * `.gitmodules` than those that were looked at. The spellings are those that git knows (`is_ntfs_dotgit`, `is_hfs_dotgit`).
 */

/** Code points that HFS+ passes over when it compares names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu

/** True for `.git` in every spelling, also behind a backslash. */
export function isDotGit(name: string): boolean {
  if (name.replaceAll(passedOver, '').toLowerCase() === '.git') return true
  return name.split('\\').some((part) => /^(?:\.git|git~1)[ .]*(?:$|:)/i.test(part))
}

/** True for `.gitmodules`, `.gitattributes`, … in every spelling. */
export type SpecialFile = '.gitmodules' | '.gitattributes'

/** The beginnings of the short names that Windows makes when the plain ones (`gitmod~1` to `~4`) are taken. */
const fallbacks: Record<SpecialFile, string> = { '.gitmodules': 'gi7eba', '.gitattributes': 'gi7d29' }

export function isSpecialFile(name: string, file: SpecialFile): boolean {
  const lower = name.toLowerCase()
  if (lower.replaceAll(passedOver, '') === file) return true
  const ending = String.raw`[ .]*(?:$|:)`
  const plain = file.slice(1, 7)
  if (new RegExp(`^(?:${file.replace('.', String.raw`\.`)}|${plain}~[1-4])${ending}`).test(lower)) return true
  const [, prefix = '', digits = '', rest = ''] = /^([a-z0-9]{0,6})~([1-9]\d*)(.*)$/s.exec(lower.slice(0, 8)) ?? []
  return (
    prefix.length + digits.length === 7 &&
    rest === '' &&
    fallbacks[file].startsWith(prefix) &&
    new RegExp(`^${ending}`).test(lower.slice(8))
  )
}
