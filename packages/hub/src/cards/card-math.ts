import katex from 'katex'
import type { ElementContent, Root as HastRoot } from 'hast'
import type { Nodes, Parents, PhrasingContent, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { hasClass, replaceElements, textOf } from './card-tree.ts'

/** Longer formulas stay as text. Characters. */
const maxFormula = 20_000

const withoutMath = unified().use(remarkParse).use(remarkGfm)

/**
 * Takes back what is no math: `$5 to $10` is money. A formula between single dollars has no space inside its dollars
 * and no digit after them (the rule of GitHub and Pandoc).
 */
export function realMathOnly(source: string) {
  return (tree: Root): void => {
    eachParent(tree, (parent) => {
      replaceChildren(parent, (node) => {
        if (node.type !== 'inlineMath') return null
        const { start, end } = node.position ?? {}
        if (start?.offset === undefined || end?.offset === undefined) return null
        const raw = source.slice(start.offset, end.offset)
        if (raw.startsWith('$$') || !raw.startsWith('$')) return null
        if (!/^\s|\s$/.test(raw.slice(1, -1)) && !/\d/.test(source[end.offset] ?? '')) return null
        const paragraph = withoutMath.parse(raw).children[0]
        return paragraph?.type === 'paragraph' ? paragraph.children : [{ type: 'text', value: raw }]
      })
    })
  }
}

/** Formulas between `\\(` and `\\)`, as Hugging Face documents them; Markdown has made `\(` of the double backslash. */
export function parenthesisMath() {
  return (tree: Root): void => {
    eachParent(tree, (parent) => {
      replaceChildren(parent, (node) => (node.type === 'text' ? splitMath(node.value) : null))
    })
  }
}

function splitMath(text: string): PhrasingContent[] | null {
  const nodes: PhrasingContent[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('\\(', at)
    const end = start === -1 ? -1 : text.indexOf('\\)', start + 2)
    if (end === -1) break
    const formula = text.slice(start + 2, end).trim()
    if (start > at) nodes.push({ type: 'text', value: text.slice(at, start) })
    nodes.push({
      type: 'inlineMath',
      value: formula,
      data: { hName: 'code', hProperties: { className: ['language-math', 'math-inline'] }, hChildren: [{ type: 'text', value: formula }] },
    })
    at = end + 2
  }
  if (nodes.length === 0) return null
  if (at < text.length) nodes.push({ type: 'text', value: text.slice(at) })
  return nodes
}

/**
 * Formulas as MathML. KaTeX may not use what loads, links or sets attributes (`trust: false`); its style attributes go,
 * because a strict CSP refuses them. A formula that it cannot read stays as its source.
 */
export function renderMath() {
  return (tree: HastRoot): void => {
    replaceElements(tree, (node, parent) => {
      if (node.tagName === 'pre') return node.children.length === 1 && isMathBlock(node.children[0]) ? node.children : null
      if (node.tagName !== 'code') return null
      const block = hasClass(node, 'math-display') || ('tagName' in parent && parent.tagName === 'pre' && hasClass(node, 'language-math'))
      if (!block && !hasClass(node, 'math-inline')) return null
      const formula = textOf(node)
      if (formula.length > maxFormula) return null
      const mathml = mathMl(formula, block)
      return mathml === null ? null : [{ type: 'raw', value: `<span class="card-math"${block ? ' data-display=""' : ''}>${mathml}</span>` }]
    })
  }
}

function isMathBlock(node: ElementContent | undefined): boolean {
  return node?.type === 'raw'
}

function mathMl(formula: string, displayMode: boolean): string | null {
  try {
    const html = katex.renderToString(formula, {
      displayMode,
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
    })
    // KaTeX escapes quotes in text, so that this can only meet attributes.
    return html.replaceAll(/ style="[^"]*"/g, '')
  } catch {
    return null
  }
}

function eachParent(node: Nodes, visit: (parent: Parents) => void): void {
  if (!('children' in node)) return
  visit(node)
  for (const child of node.children) eachParent(child, visit)
}

function replaceChildren(parent: Parents, change: (node: Nodes) => PhrasingContent[] | null): void {
  const children: Nodes[] = []
  let changed = false
  for (const child of parent.children) {
    const others = change(child)
    if (others) changed = true
    children.push(...(others ?? [child]))
  }
  if (changed) parent.children = children as typeof parent.children
}
