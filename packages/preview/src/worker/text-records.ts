import { StringDecoder } from 'node:string_decoder'
import { maxRecordBytes } from './limits.ts'
import { Problem } from './problem.ts'

/** Lines without their line breaks. A line that is too long is a problem. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let first = true
  for await (const chunk of content) {
    let text = rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    if (first && text.length > 0) {
      text = text.replace(/^\uFEFF/, '')
      first = false
    }
    const lines = text.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxRecordBytes) throw tooLong()
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  rest += decoder.end()
  if (rest !== '') yield rest
}

const quote = 0x22
const backslash = 0x5c
const open = new Set([0x5b, 0x7b])
const close = new Set([0x5d, 0x7d])
const space = new Set([0x20, 0x0a, 0x0d, 0x09])

/**
 * The values of a JSON document one after another: the items of a top-level array, else each top-level value (JSON lines, or one document).
 * Only one value is in memory at a time.
 */
export async function* jsonValuesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ text: string; inArray: boolean }> {
  let inArray: boolean | null = null
  let level = 0
  let inString = false
  let escaped = false
  let parts: Buffer[] = []
  let size = 0
  /** Where the value starts in this chunk; -1 between values. */
  for await (const bytes of content) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    let from = parts.length > 0 ? 0 : -1
    const end = (at: number): { text: string; inArray: boolean } => {
      parts.push(chunk.subarray(from, at))
      const text = Buffer.concat(parts).toString('utf8')
      parts = []
      size = 0
      from = -1
      return { text, inArray: inArray === true }
    }
    let start = 0
    if (inArray === null && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) start = 3
    for (let i = start; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
        continue
      }
      const base = inArray === true ? 1 : 0
      if (inArray === null && !space.has(byte)) {
        inArray = byte === 0x5b
        if (inArray) {
          level = 1
          continue
        }
      }
      if (level === base) {
        const separates = space.has(byte) || byte === 0x2c
        const closes = inArray === true && byte === 0x5d
        if (from >= 0 && (separates || closes)) yield end(i)
        if (closes) return
        if (separates) continue
        if (from < 0) from = i
      }
      if (byte === quote) inString = true
      else if (open.has(byte)) level++
      else if (close.has(byte)) {
        level--
        if (level === base) yield end(i + 1)
      }
    }
    if (from >= 0) {
      parts.push(chunk.subarray(from))
      size += chunk.length - from
      if (size > maxRecordBytes * 2) throw tooLong()
    }
  }
  if (parts.length > 0) yield { text: Buffer.concat(parts).toString('utf8'), inArray: inArray === true }
}

function tooLong(): Problem {
  return new Problem('too-large', `A single record exceeds ${maxRecordBytes / 1024 / 1024} MB.`)
}
