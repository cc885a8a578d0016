import { limits } from '@portolan/contract'
import { LineCounter, parseDocument } from 'yaml'

export interface FrontMatter {
  readonly data: Record<string, unknown> | null
  /** The text after the front matter. */
  readonly body: string
  readonly problems: readonly { readonly message: string; readonly line: number }[]
}

/** Aliases may not blow the document up: real cards use none or a handful. */
const maxAliases = 50
const opening = /^﻿?---[ \t]*\r?\n/
const closing = /(?:^|\n)---[ \t]*(?:\r?\n|$)/

/**
 * Splits a README into front matter and body, and parses the front matter as YAML (core schema, so that dates stay text).
 * Never throws; what is wrong comes back as problems with the line in the file.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const start = opening.exec(text)
  if (!start) return { data: null, body: text.replace(/^﻿/, ''), problems: [] }
  const rest = text.slice(start[0].length)
  const end = closing.exec(rest.slice(0, limits.frontMatterBytes + 8))
  if (!end) {
    const message =
      rest.length > limits.frontMatterBytes ? 'The front matter is too long' : 'The front matter does not end with a line of ---'
    return { data: null, body: text, problems: [{ message, line: 1 }] }
  }
  const yaml = rest.slice(0, end.index)
  const body = rest.slice(end.index + end[0].length)
  return { ...parseYamlMapping(yaml), body }
}

/** Parses YAML that must be a mapping at the top. Line numbers count the `---` line above it. */
export function parseYamlMapping(yaml: string): Omit<FrontMatter, 'body'> {
  const lines = new LineCounter()
  try {
    const document = parseDocument(yaml, {
      lineCounter: lines,
      schema: 'core',
      strict: true,
      uniqueKeys: true,
      prettyErrors: false,
      stringKeys: true,
    })
    const problems = document.errors.map((error) => ({ message: error.message, line: lines.linePos(error.pos[0]).line + 1 }))
    if (problems.length > 0) return { data: null, problems }
    const value: unknown = document.toJS({ maxAliasCount: maxAliases })
    if (value === null || value === undefined) return { data: {}, problems: [] }
    if (typeof value !== 'object' || Array.isArray(value))
      return { data: null, problems: [{ message: 'The front matter is not a mapping of names to values', line: 2 }] }
    return { data: plain(value) as Record<string, unknown>, problems: [] }
  } catch (error) {
    // Too many aliases, or nesting beyond the stack: a card made to hurt.
    return { data: null, problems: [{ message: `The front matter cannot be read: ${(error as Error).message.slice(0, 200)}`, line: 2 }] }
  }
}

/** JSON and nothing else: no dates, no infinities, no `__proto__`, a bounded depth. */
export function plain(value: unknown, depth = 0): unknown {
  if (depth > 30) return null
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1))
  if (typeof value !== 'object') return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, item]) => [key.toWellFormed(), plain(item, depth + 1)]),
  )
}
