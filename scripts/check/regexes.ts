import { parseSync } from 'vite'
import { read, root, sourcesBelow } from './sources.ts'

/** Sources that run in the product. */
const folders = ['packages/*/src', 'apps/*/src', 'apps/web/app']
const tests = /\.(test|contract)\.tsx?$|\/testing\//

/** Any number of one character or of one class, at the end of the text. */
const tail = /^(?<one>\[(?:\\.|[^\]\\])+\]|\\[^bB]|[^\\[\](){}.*+?|^$])(?:[*+]|\{\d+,\})\$$/

/**
 * Finds regular expressions that look for a run of characters at the end of a text, such as `/\/+$/`. Wherever a long run is not at the end, they try it
 * from each of its characters, in time proportional to its square: half a minute for a hundred thousand slashes. `/(?<!\/)\/+$/` tries it once.
 * @returns one line per expression; empty if there is none
 */
export function regexProblems(base = root): string[] {
  return folders.flatMap((folder) =>
    sourcesBelow(folder, base)
      .filter((path) => !tests.test(path))
      .flatMap((path) => slowTails(path, read(path, base)).map((regex) => `${path}: ${regex} is slow for long runs; look behind first`)),
  )
}

/** The slow regular expressions of a source, as written. */
function slowTails(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && 'raw' in node) {
      const { pattern } = node.regex as { pattern: string }
      if (alternatives(pattern).some((each) => tail.test(each))) found.push(String(node.raw))
      return
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return found
}

/** Splits a pattern at each `|` outside of groups and classes. */
function alternatives(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  let isInClass = false
  for (const [token] of pattern.matchAll(/\\.|[^]/gs)) {
    if (isInClass) isInClass = token !== ']'
    else if (token === '[') isInClass = true
    else if (token === '(') depth++
    else if (token === ')') depth--
    if (token === '|' && depth === 0 && !isInClass) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}
