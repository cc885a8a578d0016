import { type Document, isNode } from 'yaml'
import type { z } from 'zod'

/** A problem with a file: its position, counted from 1, and a description. */
export interface LocatedProblem<Code extends string = string> {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: Code
  readonly text: string
}

/** Formats a problem for the log: `file:line:column: text (code)`, which editors turn into a link. */
export function describeProblem({ file, line, column, code, text }: LocatedProblem): string {
  return `${file}:${line}:${column}: ${text} (${code})`
}

/** The problems that a schema finds in a document, each with its offset. */
export function* schemaProblems(document: Document.Parsed, error: z.ZodError): Generator<{ text: string; offset: number }> {
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of keys) {
      const path = key === undefined ? issue.path : [...issue.path, key]
      yield {
        text: `${pathText(path)} ${key === undefined ? plain(issue.message) : 'is not a known field'}`,
        offset: offsetOf(document, path),
      }
    }
  }
}

/** Zod's words for values of another type, in those of the manuals. */
function plain(message: string): string {
  const [, expected, received] = /^Invalid input: expected (.+), received (.+)$/.exec(message) ?? []
  if (expected === undefined) return message
  return received === 'undefined' ? 'is missing' : `must be of type ${expected}, not ${received}`
}

function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'The document'
    : path
        .map((key) => (typeof key === 'number' ? `[${key}]` : String(key)))
        .join('.')
        .replaceAll('.[', '[')
}

/** The offset of the value at a path, or of the nearest enclosing value. */
export function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const found: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return found.range[0]
  }
  return document.range[0]
}
