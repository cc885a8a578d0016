/** True for bytes that never occur in text: NUL, and control characters other than white space and escape. @param sample the first bytes of a file */
export function isBinary(sample: Uint8Array): boolean {
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] as number
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) return true
  }
  return false
}
