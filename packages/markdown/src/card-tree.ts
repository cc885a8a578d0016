import type { Element, ElementContent, Parents, Root } from 'hast'

/** Calls `visit` for every element, parents first. The visitor may replace the element's children. */
export function eachElement(node: Root | Element, visit: (element: Element, parent: Parents) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    visit(child, node)
    eachElement(child, visit)
  }
}

/** Replaces elements: `change` returns the replacements, or `null` to keep the element. Children first. */
export function replaceElements(node: Root | Element, change: (element: Element, parent: Parents) => ElementContent[] | null): void {
  const children: ElementContent[] = []
  let changed = false
  for (const child of node.children as ElementContent[]) {
    if (child.type !== 'element') {
      children.push(child)
      continue
    }
    replaceElements(child, change)
    const others = change(child, node)
    if (others === null) children.push(child)
    else {
      changed = true
      for (const other of others) children.push(other)
    }
  }
  if (changed) node.children = children
}

/** All text below a node. */
export function textOf(node: Root | ElementContent | Root['children'][number]): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' && node.type !== 'root') return ''
  let text = ''
  for (const child of node.children) text += textOf(child)
  return text
}

export function hasClass(element: Element, name: string): boolean {
  const classes = element.properties['className']
  return Array.isArray(classes) && classes.includes(name)
}

export function element(tagName: string, properties: Element['properties'], children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children }
}
