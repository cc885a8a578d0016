const escapes: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
}

/**
 * A path as git prints it (git-config(1), `core.quotePath`): unchanged, or in double quotes with C escapes when it contains quotes, backslashes,
 * control characters or non-ASCII bytes. So no name can end its line or look like another part of the patch.
 */
export function quotePath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
  if (/^[\u0020-\u007e]*$/.test(path) && !/["\\]/.test(path)) return path
  let quoted = ''
  for (const byte of Buffer.from(path)) {
    const escape = escapes[byte]
    if (escape !== undefined) quoted += escape
    else quoted += byte < 0x20 || byte >= 0x7f ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte)
  }
  return `"${quoted}"`
}
