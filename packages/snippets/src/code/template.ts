import { type Block, blockHole, type Hole, isBlock, isHole, json, type Json, type Language, makeBlock, type Part } from './part.ts'

/** The values allowed in `${}`: a value (always printed as a literal), a hole, a block, or nothing. */
export type Interpolated = Json | Hole | Block | undefined

/**
 * Builds blocks of a language from template literals. The literal text comes from our source; every interpolated value becomes a hole.
 * Throws when called any other way than as a tag: text from elsewhere must not become code.
 */
function tag(language: Language) {
  return (strings: TemplateStringsArray, ...values: readonly Interpolated[]): Block => {
    if (!known.has(strings) && !isTemplate(strings, values.length)) {
      throw new TypeError('Blocks are made from template literals only')
    }
    const literals = literalsOf(strings)
    const parts: Part[] = []
    for (let index = 0; index < literals.length; index++) {
      const literal = literals[index]
      if (literal) parts.push(literal)
      if (index < values.length) parts.push(toPart(values[index], language))
    }
    return makeBlock(language, parts)
  }
}

/** True only for the object that a template literal passes to its tag: a text from elsewhere cannot be frozen into one by accident. */
function isTemplate(strings: unknown, values: number): boolean {
  const raw = (strings as { raw?: unknown } | null)?.raw
  return Array.isArray(strings) && Object.isFrozen(strings) && Object.isFrozen(raw) && strings.length === values + 1
}

type Literal = Extract<Part, { kind: 'literal' }> | null

/** The literal texts of a template, by its position in our source: computed once. */
const known = new WeakMap<TemplateStringsArray, readonly Literal[]>()

function literalsOf(strings: TemplateStringsArray): readonly Literal[] {
  const found = known.get(strings)
  if (found) return found
  const literals = dedent(strings.raw).map((text): Literal => (text === '' ? null : { kind: 'literal', text }))
  known.set(strings, literals)
  return literals
}

export const py = tag('python')
export const js = tag('javascript')
export const sh = tag('shell')
export const cs = tag('csharp')

/**
 * A block of text that is trusted like our own source, followed by other pieces: for templates of the hub's owner. Never call it with text from a
 * record.
 */
export function literalBlock(text: string, language: Language, pieces: readonly (Hole | Block | string)[] = []): Block {
  const parts: Part[] = text === '' ? [] : [{ kind: 'literal', text }]
  return makeBlock(language, [...parts, ...pieces.map((piece) => toPart(piece, language))])
}

/** The block if the condition holds, otherwise nothing: for optional arguments and lines. */
export function when(condition: unknown, block: Block): Block | undefined {
  return condition ? block : undefined
}

/** Blocks in sequence, each on lines of its own, with `gap` empty lines between them. */
export function lines(language: Language, blocks: readonly (Block | undefined)[], gap = 0): Block {
  const parts: Part[] = []
  for (const block of blocks) {
    if (!block || block.parts.length === 0) continue
    if (parts.length > 0) parts.push({ kind: 'literal', text: '\n'.repeat(gap + 1) })
    parts.push(blockHole(block))
  }
  return makeBlock(language, parts)
}

function toPart(value: Interpolated, language: Language): Part {
  if (typeof value === 'string') return json(value)
  if (value === undefined) return nothing[language]
  if (isHole(value)) return value
  if (isBlock(value)) {
    if (value.language !== language) throw new TypeError(`A ${value.language} block cannot stand in ${language} code`)
    return blockHole(value)
  }
  return json(value)
}

/** The replacement for an omitted optional part. */
const nothing: Readonly<Record<Language, Hole>> = {
  python: blockHole(makeBlock('python', [])),
  javascript: blockHole(makeBlock('javascript', [])),
  shell: blockHole(makeBlock('shell', [])),
  csharp: blockHole(makeBlock('csharp', [])),
}

/** Removes the common indentation, and the first and last line if they are empty. Backslashes stay as written. */
function dedent(raw: readonly string[]): string[] {
  const texts = raw.map((text) => text.replaceAll('\r\n', '\n').replaceAll('\\`', '`').replaceAll('\\${', '${'))
  const indents: number[] = []
  for (const [index, text] of texts.entries()) {
    const parts = text.split('\n')
    for (const [i, line] of parts.entries()) {
      const startsLine = i > 0
      const isLastPiece = i === parts.length - 1
      const endsWithHole = isLastPiece && index < texts.length - 1
      if (startsLine && (line.trim() !== '' || endsWithHole)) indents.push(line.length - line.trimStart().length)
    }
  }
  const indent = indents.length > 0 ? Math.min(...indents) : 0
  const cut = texts.map((text) => text.replaceAll(new RegExp(`\\n[ ]{0,${indent}}`, 'g'), '\n'))
  const last = cut.length - 1
  if (cut[0]?.startsWith('\n')) cut[0] = cut[0].slice(1)
  cut[last] = (cut[last] ?? '').replace(/\n\s*$/, '')
  return cut
}
