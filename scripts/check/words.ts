import { parseSync } from 'vite'
import { replacedWords } from './replaced-words.ts'
import { read, root, sourcesBelow } from './sources.ts'

/** Sources of what pages show. */
const folders = ['apps/web/app', 'packages/pages/src']
const tests = /\.test\.tsx?$|\/testing\//

/**
 * Finds words that pages no longer use, in string literals, templates and the text of JSX, wherever they are shown: labels, hints, accessible names.
 * `replaced-words.ts` lists them in lower case, found in any case and in any sentence; those after `=` only as a whole text, as written.
 * @returns one line per place; empty if there is none
 */
export function wordProblems(base = root): string[] {
  return folders.flatMap((folder) =>
    sourcesBelow(folder, base)
      .filter((path) => !tests.test(path))
      .flatMap((path) =>
        textsOf(path, read(path, base)).flatMap((text) =>
          replacedWords
            .filter(([old]) => has(text, old))
            .map(([old, better]) => `${path}: “${text}”: instead of “${nameOf(old)}”: ${better}`),
        ),
      ),
  )
}

function has(text: string, old: string): boolean {
  if (old.startsWith('=')) return text === old.slice(1)
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(old); at !== -1; at = lower.indexOf(old, at + 1))
    if (!isLetter(lower[at - 1]) && !isLetter(lower[at + old.length])) return true
  return false
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character)
}

function nameOf(old: string): string {
  return old.replace(/^=/, '')
}

/** The texts of a source, each on one line, with straight apostrophes. */
function textsOf(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: string[] = []
  const add = (text: string) => found.push(text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim())
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && 'value' in node) {
      if (typeof node.value === 'string' && (node.type === 'Literal' || node.type === 'JSXText')) add(node.value)
      else if (node.type === 'TemplateElement') add((node.value as { cooked: string | null }).cooked ?? '')
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return found
}
