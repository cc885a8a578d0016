import type { Element, ElementContent, Root } from 'hast'
import { eachElement, element } from './card-tree.ts'

/** The kinds of alerts on GitHub, with the titles shown there. */
const titles: ReadonlyMap<string, string> = new Map([
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['important', 'Important'],
  ['warning', 'Warning'],
  ['caution', 'Caution'],
])
const marker = /^\s*\[!(note|tip|important|warning|caution)\][ \t]*(?:\r?\n|$)/i

/**
 * Turns a quote that begins with `[!NOTE]` into an alert, as GitHub does
 * (https://docs.github.com/get-started/writing-on-github, "Alerts"). Comes after sanitizing: the classes are ours.
 */
export function alerts() {
  return (tree: Root): void => {
    eachElement(tree, (node) => {
      if (node.tagName === 'blockquote') toAlert(node)
    })
  }
}

function toAlert(quote: Element): void {
  const first = quote.children.find((child) => child.type === 'element')
  const lead = first?.tagName === 'p' ? first.children[0] : undefined
  if (first === undefined || lead?.type !== 'text') return
  const found = marker.exec(lead.value)
  const kind = found?.[1]?.toLowerCase()
  const title = titles.get(kind ?? '')
  if (!found || title === undefined) return
  const rest = lead.value.slice(found[0].length)
  // On GitHub the marker is alone on its line.
  if (rest === '' && first.children.length > 1 && !isBreak(first.children[1])) return
  const body = rest === '' ? first.children.slice(1) : [{ ...lead, value: rest }, ...first.children.slice(1)]
  while (isBreak(body[0])) body.shift()
  const others = quote.children.filter((child) => child !== first)
  quote.tagName = 'div'
  quote.properties = { className: ['card-alert', `card-alert-${kind}`], role: 'note' }
  quote.children = [
    element('p', { className: ['card-alert-title'] }, [{ type: 'text', value: title }]),
    ...(body.length === 0 ? [] : [{ ...first, children: body }]),
    ...others,
  ]
}

function isBreak(node: ElementContent | undefined): boolean {
  return node !== undefined && ((node.type === 'element' && node.tagName === 'br') || (node.type === 'text' && node.value.trim() === ''))
}
