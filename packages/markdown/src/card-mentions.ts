import { mentionedName, mentionPattern } from '@portolan/contract'
import type { ElementContent, Root } from 'hast'
import { element } from './card-tree.ts'

/** What a comment can mention: people and organizations by lowercase name, discussions of its repo by number. */
export interface Named {
  /** Maps lowercase names to their original spelling. */
  readonly accounts: Readonly<Record<string, string>>
  readonly numbers: readonly number[]
  /** Path of the repo's page. */
  readonly repoPath: string
}

/** Links `@name` and `#12` in running text if they exist. Matches are added to `mentions`. */
export function linkNames(known: Named, mentions: Set<string>) {
  const numbers = new Set(known.numbers)
  const accounts = new Map(Object.entries(known.accounts))

  const inText = (text: string): ElementContent[] => {
    const parts: ElementContent[] = []
    let from = 0
    for (const match of text.matchAll(mentionPattern)) {
      const [, before = '', account, number] = match
      const start = match.index + before.length
      const link = account === undefined ? discussionLink(Number(number)) : accountLink(mentionedName(account))
      if (link === null) continue
      parts.push({ type: 'text', value: text.slice(from, start) }, link.node)
      from = start + link.length
    }
    return from === 0 ? [{ type: 'text', value: text }] : [...parts, { type: 'text', value: text.slice(from) }]
  }
  const accountLink = (asked: string) => {
    const account = accounts.get(asked.toLowerCase())
    if (account === undefined) return null
    mentions.add(account)
    const node = element('a', { href: `/${encodeURIComponent(account)}`, className: ['mention'] }, [{ type: 'text', value: `@${account}` }])
    return { node, length: asked.length + 1 }
  }
  const discussionLink = (number: number) => {
    if (!numbers.has(number)) return null
    const node = element('a', { href: `${known.repoPath}/discussions/${number}` }, [{ type: 'text', value: `#${number}` }])
    return { node, length: String(number).length + 1 }
  }
  const visit = (children: ElementContent[]): ElementContent[] =>
    children.flatMap((child) => {
      if (child.type === 'text') return inText(child.value)
      if (child.type === 'element' && !['a', 'code', 'pre'].includes(child.tagName)) child.children = visit(child.children)
      return [child]
    })
  return (tree: Root): void => {
    tree.children = visit(tree.children as ElementContent[])
  }
}
