import { csharpString, escapeCharacters, hex, javascriptString, pythonString, shellWord, unseen } from './escape.ts'
import type { Block, Hole, Json, Language } from './part.ts'

const indentWidth = 4
/** A tree that fits into this many characters stays on one line. */
const inlineWidth = 72

/** The text of a block, ending in a newline, and the placeholders the reader has to fill in. */
export function printBlock(block: Block): { code: string; placeholders: string[] } {
  const placeholders: string[] = []
  return { code: tidy(print(block, { placeholders, marked: null })), placeholders }
}

/** The position of a hole in printed code: `code.slice(start, end)` is its printed text. */
export interface HoleSpan {
  readonly hole: Hole
  readonly start: number
  readonly end: number
}

/**
 * Like {@link printBlock}, with the position of every hole that holds a value: for proving that each one is a literal and reads back as its value.
 */
export function printWithHoles(block: Block): { code: string; holes: HoleSpan[] } {
  const marked: Hole[] = []
  const text = tidy(print(block, { placeholders: [], marked }))
  const holes: HoleSpan[] = []
  // Text and holes alternate: one mark opens a hole, another closes it.
  const parts = text.split(/[\ue000\ue001]/)
  let code = ''
  for (const [i, part] of parts.entries()) {
    const hole = marked[holes.length]
    if (i % 2 === 1 && hole) holes.push({ hole, start: code.length, end: code.length + part.length })
    code += part
  }
  return { code, holes }
}

/** Private-use characters that every printer escapes, so they never occur in printed code. */
const openMark = '\ue000'
const closeMark = '\ue001'

function tidy(text: string): string {
  // Most blocks only need the newline at their end.
  if (!untidy.test(text)) return text === '' ? '' : text.endsWith('\n') ? text : `${text}\n`
  const code = text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .replace(/(?<!\n)\n*$/, '\n')
  return code === '\n' ? '' : code
}

/** Trailing blanks, more than one empty line in a row, empty lines at either end. */
const untidy = /[^\S\n](?:\n|$)|\n\n(?:\n|$)|^\n/

interface Printing {
  readonly placeholders: string[]
  /** The holes in order, if their positions are requested. */
  readonly marked: Hole[] | null
}

function print(block: Block, printing: Printing): string {
  let out = ''
  for (const part of block.parts) {
    if (part.kind === 'literal') {
      // The newline after an omitted optional line is removed with it.
      out = out.endsWith(dropLine) ? out.slice(0, -1) + part.text.replace(/^\n/, '') : out + part.text
      continue
    }
    if (out.endsWith(dropLine)) out = out.slice(0, -1)
    const indent = lineIndent(out)
    const printed = printHole(part, block.language, printing, indent ?? blanksOfLine(out))
    if (printed === '' && indent !== null && part.kind === 'block') out = `${out.slice(0, out.length - indent.length)}${dropLine}`
    else out += printed
  }
  return out.endsWith(dropLine) ? out.slice(0, -1) : out
}

/** The blanks on the last line so far; `null` when it contains anything else. */
function lineIndent(text: string): string | null {
  let start = text.length
  while (start > 0 && text.charCodeAt(start - 1) === 0x20) start--
  return start === 0 || text.charCodeAt(start - 1) === 0x0a ? text.slice(start) : null
}

/** The leading blanks of the last line. */
function blanksOfLine(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  let end = start
  while (text.charCodeAt(end) === 0x20) end++
  return text.slice(start, end)
}

/** Never in printed code: every printer escapes control characters. */
const dropLine = '\u0000'

function printHole(hole: Hole, language: Language, printing: Printing, indent: string): string {
  if (hole.kind === 'block') {
    const text = print(hole.block, printing)
    return indent === '' ? text : text.replaceAll('\n', `\n${indent}`)
  }
  printing.marked?.push(hole)
  const text = printLeaf(hole, language, printing, indent)
  return printing.marked ? `${openMark}${text}${closeMark}` : text
}

function printLeaf(hole: Exclude<Hole, { kind: 'block' }>, language: Language, printing: Printing, indent: string): string {
  switch (hole.kind) {
    case 'json':
      return printJson(hole.value, language, indent)
    case 'identifier':
      return hole.name
    case 'comment':
      return commentLines(hole.text, language).join(`\n${indent}`)
    case 'fill':
      printing.placeholders.push(hole.text)
      return printString(hole.text, language)
    case 'env':
      return {
        python: `os.environ["${hole.name}"]`,
        javascript: `process.env.${hole.name}`,
        shell: `"$${hole.name}"`,
        csharp: `System.Environment.GetEnvironmentVariable("${hole.name}")`,
      }[language]
    case 'authorization':
      return {
        python: `f"${hole.scheme} {os.environ['${hole.name}']}"`,
        javascript: `\`${hole.scheme} \${process.env.${hole.name}}\``,
        shell: `"Authorization: ${hole.scheme} $${hole.name}"`,
        csharp: `"${hole.scheme} " + System.Environment.GetEnvironmentVariable("${hole.name}")`,
      }[language]
    case 'document':
      if (language !== 'shell') throw new TypeError('A document is a word of a shell')
      return shellDocument(hole.value, indent)
  }
}

const stringPrinters = { python: pythonString, javascript: javascriptString, shell: shellWord, csharp: csharpString } as const

export function printString(text: string, language: Language): string {
  return stringPrinters[language](text)
}

/** The start of a comment that ends with its line. */
export function commentMark(language: Language): string {
  return language === 'javascript' || language === 'csharp' ? '//' : '#'
}

function commentLines(text: string, language: Language): string[] {
  const mark = commentMark(language)
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these end a line in one language or another
      .split(/\r\n|[\n\r\u2028\u2029\u0085\u000b\u000c]/)
      .map((line) => `${mark} ${[...line].filter((char) => !unseen.test(char)).join('')}`.trimEnd())
  )
}

/**
 * A JSON tree as a literal: Python's `True` and `None`, JavaScript's unquoted keys. In a shell, a tree is one quoted word of JSON; in C#, which
 * has no literal for trees, a string of JSON.
 */
export function printJson(value: Json, language: Language, indent = ''): string {
  if (typeof value === 'string') return printString(value, language)
  if (language === 'shell') return shellWord(JSON.stringify(value))
  if (language === 'csharp' && typeof value === 'object' && value !== null) return printString(JSON.stringify(value), language)
  const inline = printInline(value, language)
  return inline.length <= inlineWidth || typeof value !== 'object' || value === null ? inline : printTree(value, language, indent)
}

/** Outside of strings, JSON has neither quotes nor invisible characters; inside them, each has an escape. */
function shellDocument(value: Json, indent: string): string {
  const text = JSON.stringify(value, null, indentWidth)
  const units = (code: number) =>
    [...String.fromCodePoint(code)].flatMap((character) => character.split('')).map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
  return `'${text
    .split('\n')
    .map((line) => escapeCharacters(line, shellQuote, (code) => units(code).join('')))
    .join(`\n${indent}`)}'`
}

const shellQuote = new Map([["'", '\\u0027']])

function printInline(value: Json, language: Language): string {
  if (typeof value !== 'object' || value === null) return printScalar(value, language)
  if (Array.isArray(value)) return `[${value.map((item: Json) => printInline(item, language)).join(', ')}]`
  const entries = Object.entries(value).map(([key, item]) => `${printKey(key, language)}: ${printInline(item, language)}`)
  return language === 'javascript' && entries.length > 0 ? `{ ${entries.join(', ')} }` : `{${entries.join(', ')}}`
}

function printTree(value: Json, language: Language, indent: string): string {
  if (typeof value !== 'object' || value === null) return printScalar(value, language)
  const inner = indent + ' '.repeat(indentWidth)
  const child = (item: Json) => {
    const inline = printInline(item, language)
    return inline.length + inner.length <= inlineWidth ? inline : printTree(item, language, inner)
  }
  const items = Array.isArray(value)
    ? value.map(child)
    : Object.entries(value).map(([key, item]) => `${printKey(key, language)}: ${child(item)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

function printScalar(value: string | number | boolean | null, language: Language): string {
  if (typeof value === 'string') return printString(value, language)
  if (typeof value === 'number')
    return Number.isFinite(value) ? (Object.is(value, -0) ? '-0.0' : String(value)) : language === 'python' ? 'None' : 'null'
  if (language !== 'python') return String(value)
  return value === null ? 'None' : value ? 'True' : 'False'
}

function printKey(key: string, language: Language): string {
  // `__proto__` written plainly would set the prototype instead of a key.
  if (language === 'javascript') return key === '__proto__' ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(key) ? key : javascriptString(key)
  return pythonString(key)
}
