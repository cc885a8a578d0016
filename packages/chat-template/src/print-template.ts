import type { Template } from './ast.ts'
import { parseTemplate } from './parse-template.ts'
import { printBody, type Layout } from './print-statement.ts'

export interface PrintOptions {
  /** One level of indentation: a number of spaces, or this text. A tab if missing, zero, or empty. */
  readonly indent?: number | string
  /** Puts each line of a text in its own string, one below the other. */
  readonly splitLines?: boolean
}

/**
 * Prints a template, one statement per line, bodies indented. It renders as the tree does whether or not blocks are trimmed, because every tag
 * removes the whitespace around it and all text is in strings. Printing the result again changes nothing.
 */
export function printTemplate(template: Template, options: PrintOptions = {}): string {
  const layout: Layout = { indent: indentation(options.indent), splitLines: options.splitLines ?? false, escapes: false }
  return template.body.length === 0 ? '' : printBody(template.body, 0, layout)
}

/** {@link parseTemplate} followed by {@link printTemplate}. */
export function formatTemplate(source: string, options: PrintOptions = {}): string {
  return printTemplate(parseTemplate(source), options)
}

function indentation(indent: number | string | undefined): string {
  const text = typeof indent === 'number' ? ' '.repeat(Math.min(Math.max(Math.trunc(indent) || 0, 0), widestIndent)) : indent
  return text || '\t'
}

const widestIndent = 100
