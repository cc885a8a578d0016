import { OrderedRules, type PathRule } from './ordered-rules.ts'
import { type MatchBudget, newMatchBudget, parsePathPattern } from './path-pattern.ts'

/** The rules of a .gitignore at the root of a repository (gitignore(5)). */
export interface IgnoreRules {
  /** @throws {PatternTooComplex} */
  ignores(path: string): boolean
}

export function readIgnoreRules(text: string, budget: MatchBudget = newMatchBudget()): IgnoreRules {
  const forFolders: PathRule<boolean>[] = []
  const forFiles: PathRule<boolean>[] = []
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const rule = parseLine(line)
    if (rule === null) continue
    forFolders.push(rule)
    if (!rule.foldersOnly) forFiles.push(rule)
  }
  const folders = new OrderedRules(forFolders)
  const files = new OrderedRules(forFiles)
  return {
    ignores(path) {
      // Anything in an ignored folder cannot be re-included by a later rule.
      for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
        if (folders.find(path.slice(0, slash), budget) === true) return true
      }
      return files.find(path, budget) === true
    },
  }
}

function parseLine(line: string): (PathRule<boolean> & { foldersOnly: boolean }) | null {
  let text = withoutTrailingSpaces(line.replace(/\r$/, ''))
  if (text === '' || text.startsWith('#')) return null
  const negated = text.startsWith('!')
  if (negated) text = text.slice(1)
  const foldersOnly = text.endsWith('/')
  if (foldersOnly) text = text.slice(0, -1)
  const pattern = parsePathPattern(text)
  return pattern === null ? null : { pattern, value: !negated, foldersOnly }
}

/** Trailing spaces do not count unless escaped by a backslash. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ' && text[end - 2] !== '\\') end--
  return text.slice(0, end)
}
