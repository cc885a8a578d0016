import katex from 'katex'
import type { ElementContent, Root as HastRoot } from 'hast'
import type { Nodes, Parents, PhrasingContent, Root } from 'mdast'
import { hasClass, replaceElements, textOf } from './card-tree.ts'

/** Longer formulas are left as text. Characters. */
const maxFormula = 20_000

/** Each round of {@link withoutMoney} parses the card again; real cards need one or two. */
const maxRounds = 4

/**
 * Escapes dollar signs that are not math: `$5 to $10` is money. A formula between single dollar signs has no space inside them
 * and no digit after them (the rule of GitHub and Pandoc).
 * @returns the tree of the text with only formulas left
 */
export function withoutMoney(markdown: string, parse: (markdown: string) => Root): Root {
  let source = markdown
  let tree = parse(source)
  for (let round = 0; round < maxRounds; round++) {
    const escaped = escapeAt(source, moneyOffsets(source, tree))
    if (escaped === source) break
    source = escaped
    tree = parse(source)
  }
  return tree
}

function moneyOffsets(source: string, tree: Root): number[] {
  const offsets: number[] = []
  eachParent(tree, (parent) => {
    for (const node of parent.children) {
      const start = node.type === 'inlineMath' ? node.position?.start.offset : undefined
      const end = node.position?.end.offset
      if (start === undefined || end === undefined || source[start + 1] === '$') continue
      if (/\s/.test(`${source[start + 1] ?? ''}${source[end - 2] ?? ''}`) || /\d/.test(source[end] ?? '')) offsets.push(start)
    }
  })
  return offsets
}

function escapeAt(source: string, offsets: readonly number[]): string {
  let escaped = ''
  let at = 0
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    escaped += `${source.slice(at, offset)}\\`
    at = offset
  }
  return escaped + source.slice(at)
}

/** Formulas between `\\(` and `\\)`, as Hugging Face documents them; Markdown has turned the double backslash into `\(`. */
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
 * Renders formulas as MathML. KaTeX may not use anything that loads, links or sets attributes (`trust: false`); its style attributes are
 * removed, because a strict CSP rejects them. A formula that it cannot parse stays as source.
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
    // KaTeX escapes quotes in text, so this can only match attributes.
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
