import { type Document, isNode } from 'yaml'
import type { z } from 'zod'

/** Something wrong with a file: where it stands, counted from 1, and what it is. */
export interface LocatedProblem<Code extends string = string> {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly code: Code
  readonly text: string
}

/** How a problem reads in a log: `file:line:column: text (code)`, which editors turn into a link. */
export function describeProblem({ file, line, column, code, text }: LocatedProblem): string {
  return `${file}:${line}:${column}: ${text} (${code})`
}

/** What a schema finds wrong with a document, each with the place it stands at. */
export function* schemaProblems(document: Document.Parsed, error: z.ZodError): Generator<{ text: string; offset: number }> {
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of keys) {
      const path = key === undefined ? issue.path : [...issue.path, key]
      yield { text: `${pathText(path)} ${key === undefined ? issue.message : 'is no field here'}`, offset: offsetOf(document, path) }
    }
  }
}

function pathText(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'The document'
    : path
        .map((key) => (typeof key === 'number' ? `[${key}]` : String(key)))
        .join('.')
        .replaceAll('.[', '[')
}

/** Where the value of a path stands, or the nearest value around it. */
export function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const found: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(found) && found.range) return found.range[0]
  }
  return document.range[0]
}
