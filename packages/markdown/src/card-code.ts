import type { Element, ElementContent, Root } from 'hast'
import { cardLimits } from './card-limits.ts'
import { eachElement, element, textOf } from './card-tree.ts'
import { tokenize } from './highlighter.ts'
import { spansOf } from './token-classes.ts'

/** Total for all blocks of a card; highlighting is optional. Characters. */
const budget = cardLimits.highlighted

/** Names that authors write after the fence but that are not the name of a grammar. */
const aliases: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  console: 'shellsession',
  'shell-session': 'shellsession',
  python3: 'python',
  py3: 'python',
  pycon: 'python',
  ipython: 'python',
  golang: 'go',
  jsonl: 'jsonl',
  text: '',
  plaintext: '',
}

/** Highlights the code blocks of a card by the language named after the fence. */
export function highlightCode() {
  return async (tree: Root): Promise<void> => {
    const blocks: Element[] = []
    eachElement(tree, (node) => {
      if (node.tagName === 'pre') blocks.push(node)
    })
    let left: number = budget
    for (const pre of blocks) {
      pre.properties['className'] = ['card-code']
      const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code')
      if (code?.type !== 'element') continue
      const text = textOf(code)
      const language = languageOf(code)
      left -= text.length
      if (language === null || left < 0 || text.includes('\r')) continue
      const lines = await tokenize(text.replace(/\n$/, ''), language)
      if (lines)
        code.children = lines.flatMap((tokens, index): ElementContent[] => [
          ...(index > 0 ? [newline()] : []),
          ...spansOf(tokens).map(toNode),
        ])
    }
  }
}

function languageOf(code: Element): string | null {
  const classes = code.properties['className']
  const named = Array.isArray(classes) ? classes.map(String).find((name) => name.startsWith('language-')) : undefined
  const language = named?.slice('language-'.length).toLowerCase()
  if (language === undefined) return null
  const known = Object.hasOwn(aliases, language) ? aliases[language] : language
  return known === undefined || known === '' ? null : known
}

function newline(): ElementContent {
  return { type: 'text', value: '\n' }
}

function toNode({ className, text }: { className: string | null; text: string }): ElementContent {
  const node: ElementContent = { type: 'text', value: text }
  return className === null ? node : element('span', { className: [className] }, [node])
}
