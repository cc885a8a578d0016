/** Media types that every browser shows, by the bytes that files begin with. What the other host says about them does not count. */
const signatures: readonly (readonly [type: string, isIt: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))],
  ['image/avif', (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))],
  ['image/bmp', (bytes) => bytes.toString('latin1', 0, 2) === 'BM' && bytes.length > 26],
  ['image/x-icon', (bytes) => bytes.subarray(0, 4).equals(Buffer.from('00000100', 'hex'))],
  ['image/svg+xml', isSvg],
]

/** The media type of a picture by its content; `null` for anything else. */
export function pictureType(bytes: Buffer): string | null {
  return signatures.find(([, isIt]) => isIt(bytes))?.[0] ?? null
}

/** An XML declaration, comments and a document type may come before the root. */
function isSvg(bytes: Buffer): boolean {
  let text = bytes.toString('utf8', 0, 4_096).replace(/^\ufeff/, '')
  for (;;) {
    text = text.trimStart()
    if (/^<svg[\s>/]/.test(text)) return true
    const end = text.startsWith('<!--') ? '-->' : text.startsWith('<?') ? '?>' : /^<!doctype\s+svg/i.test(text) ? '>' : null
    const at = end === null ? -1 : text.indexOf(end)
    if (end === null || at < 0) return false
    text = text.slice(at + end.length)
  }
}
