import { limits } from '@portolan/contract'
import { isMap, LineCounter, parseDocument, visit } from 'yaml'
import { clean } from './values.ts'

export interface CardProblem {
  readonly message: string
  /** Line number in the file, one-based. */
  readonly line: number
}

export interface FrontMatter {
  readonly data: Record<string, unknown> | null
  /** The text after the front matter. */
  readonly body: string
  /** Why there is no data. */
  readonly problems: readonly CardProblem[]
  /** Oddities that could still be parsed. */
  readonly oddities: readonly CardProblem[]
}

/** Keeps aliases from blowing up the document: real cards use none or a handful. */
const maxAliases = 50
/** Maximum values in a card or a configuration file; the rest reads as null. */
const maxValues = 200_000
const maxDepth = 30
const maxProblems = 10
const opening = /^\ufeff?---[ \t]*\r?\n/
const closing = /(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/

/**
 * Splits a README into front matter and body, and parses the front matter as YAML (core schema, so that dates stay text).
 * Never throws; errors are returned as problems with their line in the file.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const start = opening.exec(text)
  if (!start) return { data: null, body: text.replace(/^\ufeff/, ''), problems: [], oddities: [] }
  const rest = text.slice(start[0].length)
  const end = closing.exec(rest.slice(0, limits.frontMatterBytes + 8))
  if (!end) {
    const all = { data: null, body: text.replace(/^\ufeff/, '') }
    if (rest.length > limits.frontMatterBytes && /\n---[ \t]*(?:\r?\n|$)/.test(rest))
      return {
        ...all,
        problems: [{ message: `The front matter is longer than ${limits.frontMatterBytes / 1024} KiB`, line: 1 }],
        oddities: [],
      }
    // A horizontal rule is not front matter.
    return {
      ...all,
      problems: [],
      oddities: [{ message: 'The card starts with ---, but no second --- line ends its front matter', line: 1 }],
    }
  }
  const yaml = rest.slice(0, end.index)
  const body = rest.slice(end.index + end[0].length)
  return { ...parseYamlMapping(yaml), body }
}

/** What follows the front matter. */
export function bodyOfCard(text: string): string {
  return splitFrontMatter(text)?.body ?? text.replace(/^\ufeff/, '')
}

/** A card in its pieces, which joined are the card; `null` for a card without front matter. */
export function splitFrontMatter(text: string): { open: string; yaml: string; close: string; body: string } | null {
  const start = opening.exec(text)
  if (!start) return null
  const rest = text.slice(start[0].length)
  const end = closing.exec(rest.slice(0, limits.frontMatterBytes + 8))
  if (!end) return null
  // The line break before the second --- belongs to the YAML.
  const lead = /^\r?\n/.exec(end[0])?.[0] ?? ''
  const yaml = rest.slice(0, end.index) + lead
  return { open: start[0], yaml, close: end[0].slice(lead.length), body: rest.slice(end.index + end[0].length) }
}

function parseYamlMapping(yaml: string): Omit<FrontMatter, 'body'> {
  const lines = new LineCounter()
  // One more for the --- line above.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1
  const failed = (message: string, line = 2) => ({ data: null, problems: [{ message, line }], oddities: [] })
  try {
    const document = parseDocument(yaml, {
      lineCounter: lines,
      schema: 'core',
      merge: true,
      strict: true,
      // The library's check compares every key with every other; ours is below.
      uniqueKeys: false,
      prettyErrors: false,
      stringKeys: true,
    })
    if (document.errors.length > 0) {
      const problems = document.errors.slice(0, maxProblems).map(({ message, pos }) => ({ message: brief(message), line: lineAt(pos[0]) }))
      return { data: null, problems, oddities: [] }
    }
    const oddities: CardProblem[] = duplicateKeys(document).map(({ key, offset }) => ({
      message: `The key ${JSON.stringify(key.slice(0, 80))} appears more than once; the last value is used`,
      line: lineAt(offset),
    }))
    for (const { message, pos } of document.warnings.slice(0, maxProblems)) oddities.push({ message: brief(message), line: lineAt(pos[0]) })
    const value: unknown = document.toJS({ maxAliasCount: maxAliases })
    if (value === null || value === undefined) return { data: {}, problems: [], oddities }
    if (typeof value !== 'object' || Array.isArray(value)) return failed('The front matter must be a mapping of names to values')
    return { data: plain(value) as Record<string, unknown>, problems: [], oddities }
  } catch (error) {
    // Too many aliases, or nesting deeper than the stack: a malicious card.
    return failed(brief(`The front matter is not valid YAML: ${error instanceof Error ? error.message : String(error)}`))
  }
}

function duplicateKeys(document: ReturnType<typeof parseDocument>): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = []
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>()
      for (const { key } of isMap(map) ? map.items : []) {
        const node = key as { value?: unknown; range?: [number, number, number] | null }
        if (seen.has(node.value) && node.value !== '<<') found.push({ key: String(node.value), offset: node.range?.[0] ?? 0 })
        seen.add(node.value)
        if (found.length >= maxProblems) return visit.BREAK
      }
      return undefined
    },
  })
  return found
}

function brief(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}…` : message
}

/** Strictly JSON: no dates, no infinities, no `__proto__`, no cycles, bounded depth and size. */
export function plain(value: unknown): unknown {
  let left = maxValues
  const ancestors = new Set<object>()
  const copy = (item: unknown): unknown => {
    if (--left < 0) return null
    if (item === null || typeof item === 'boolean') return item
    if (typeof item === 'string') return clean(item)
    if (typeof item === 'number') return Number.isFinite(item) ? item : null
    if (typeof item === 'bigint') return Number(item)
    if (item instanceof Date) return Number.isNaN(item.getTime()) ? null : item.toISOString()
    if (typeof item !== 'object' || ancestors.size >= maxDepth || ancestors.has(item)) return null
    ancestors.add(item)
    const copied = Array.isArray(item) ? copyList(item) : copyObject(item)
    ancestors.delete(item)
    return copied
  }
  const copyList = (list: readonly unknown[]): unknown[] => {
    const copied: unknown[] = []
    for (const item of list) {
      if (left <= 0) break
      copied.push(copy(item))
    }
    return copied
  }
  const copyObject = (object: object): Record<string, unknown> => {
    const copied: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(object)) {
      if (left <= 0) break
      const name = clean(key)
      if (name !== '__proto__') copied[name] = copy(item)
    }
    return copied
  }
  return copy(value)
}
