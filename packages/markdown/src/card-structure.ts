import type { Element, ElementContent, Root } from 'hast'
import { eachElement, element, hasClass, replaceElements, textOf } from './card-tree.ts'

export interface CardHeading {
  /** Id of the element, with its prefix. */
  readonly id: string
  readonly text: string
  /** 2 to 6: the page itself has the only first-level heading. */
  readonly depth: number
}

const maxHeadings = 300

/**
 * Fits a card into its page: heading levels below the page's own and without gaps, a link on each heading,
 * a table of contents, tables and code that scroll by keyboard, lazy-loaded images, accessible names where missing.
 */
export function structure(toc: CardHeading[]) {
  return (tree: Root): void => {
    let depth = 1
    eachElement(tree, (node, parent) => {
      const { tagName, properties } = node
      if (/^h[1-6]$/.test(tagName)) depth = heading(node, depth, toc)
      else if (tagName === 'img') {
        properties['alt'] ??= ''
        Object.assign(properties, { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' })
      } else if (tagName === 'video' || tagName === 'audio') Object.assign(properties, { controls: true, preload: 'none' })
      else if (tagName === 'a') nameLink(node)
      else if (tagName === 'input') properties['ariaLabel'] = properties['checked'] ? 'Done' : 'To do'
      else if (tagName === 'pre') properties['tabIndex'] = 0
      else if (tagName === 'td' || tagName === 'th') {
        // Old layout tables have empty headers; screen readers need text in a header.
        if (tagName === 'th' && textOf(node).trim() === '' && !node.children.some((child) => child.type === 'element')) node.tagName = 'td'
      } else if (tagName === 'center') Object.assign(node, { tagName: 'div', properties: { ...properties, align: 'center' } })
      if (tagName === 'section' && parent.type !== 'root' && !('dataFootnotes' in properties)) node.tagName = 'div'
    })
    replaceElements(tree, (node, parent) => {
      if (node.tagName === 'table')
        return [element('div', { className: ['card-table'], tabIndex: 0, role: 'region', ariaLabel: 'Table' }, [node])]
      if (node.tagName === 'input' && !inTaskList(parent)) return []
      return null
    })
  }
}

/** Lowers a heading by one level, closes gaps, adds its link. Returns the new level. */
function heading(node: Element, before: number, toc: CardHeading[]): number {
  if (hasClass(node, 'sr-only')) return before
  const depth = Math.min(6, Number(node.tagName.slice(1)) + 1, before + 1)
  node.tagName = `h${depth}`
  const id = node.properties['id']
  const text = textOf(node).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  if (typeof id !== 'string' || text === '') return depth
  if (toc.length < maxHeadings) toc.push({ id, text, depth })
  const anchor = element('a', { className: ['card-anchor'], href: `#${encodeURIComponent(id)}`, ariaLabel: `Link to “${text}”` }, [
    { type: 'text', value: '#' },
  ])
  node.children = [...node.children, anchor]
  return depth
}

/** A link around an image without a description is labeled by its target. */
function nameLink(node: Element): void {
  const { href, ariaLabel, title } = node.properties
  if (typeof href !== 'string' || typeof ariaLabel === 'string' || typeof title === 'string') return
  if (textOf(node).trim() === '' && !describedImage(node)) node.properties['ariaLabel'] = href.slice(0, 200)
}

function describedImage(node: Element): boolean {
  return node.children.some(
    (child: ElementContent) =>
      child.type === 'element' &&
      ((child.tagName === 'img' && String(child.properties['alt'] ?? '').trim() !== '') || describedImage(child)),
  )
}

/** Checkboxes belong at the start of a list item, or of its first paragraph; anywhere else they are part of a form. */
function inTaskList(parent: Root | Element | { type: string }): boolean {
  return 'tagName' in parent && (hasClass(parent, 'task-list-item') || parent.tagName === 'p')
}
