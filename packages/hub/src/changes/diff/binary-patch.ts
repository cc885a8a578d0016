import { deflateSync } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
const bytesPerLine = 52

/** A binary file's change as `git diff --binary` prints it: both contents, deflated, in base 85. `git apply` can apply it in either direction. */
export function binaryPatch(before: Buffer, after: Buffer): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`
}

function literal(bytes: Buffer): string {
  // Same as git: patches are generated to be sent once.
  const packed = deflateSync(bytes, { level: 1 })
  let text = `literal ${bytes.length}\n`
  for (let at = 0; at < packed.length; at += bytesPerLine) {
    const line = packed.subarray(at, at + bytesPerLine)
    // The first character is the number of bytes in the line: A to Z for 1 to 26, a to z for 27 to 52.
    text += String.fromCharCode(line.length <= 26 ? 64 + line.length : 70 + line.length)
    for (let word = 0; word < line.length; word += 4) text += base85(line, word)
    text += '\n'
  }
  return text
}

function base85(bytes: Buffer, at: number): string {
  let value = 0
  for (let i = 0; i < 4; i++) value = value * 256 + (bytes[at + i] ?? 0)
  let text = ''
  for (let i = 0; i < 5; i++) {
    text = (digits[value % 85] ?? '') + text
    value = Math.floor(value / 85)
  }
  return text
}
