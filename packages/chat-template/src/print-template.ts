import type { Template } from './ast.ts'
import { parseTemplate } from './parse-template.ts'
import { printBody, type Layout } from './print-statement.ts'

export interface PrintOptions {
  /** One level of indentation: that many spaces, or this text. A tab when not given, zero, or empty. */
  readonly indent?: number | string
  /** Puts each line of a text into a string of its own, below each other. */
  readonly splitLines?: boolean
}

/**
 * A template's text: one statement a line, bodies indented. It renders as the tree does, whether blocks are trimmed or not, for every tag removes the
 * whitespace around it and all text stands in strings. Printing what was printed changes nothing.
 */
export function printTemplate(template: Template, options: PrintOptions = {}): string {
  const layout: Layout = { indent: indentation(options.indent), splitLines: options.splitLines ?? false, escapes: false }
  return template.body.length === 0 ? '' : printBody(template.body, 0, layout)
}

/** {@link parseTemplate}, then {@link printTemplate}. */
export function formatTemplate(source: string, options: PrintOptions = {}): string {
  return printTemplate(parseTemplate(source), options)
}

function indentation(indent: number | string | undefined): string {
  const text = typeof indent === 'number' ? ' '.repeat(Math.min(Math.max(Math.trunc(indent) || 0, 0), widestIndent)) : indent
  return text || '\t'
}

const widestIndent = 100
