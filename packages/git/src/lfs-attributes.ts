import { OrderedRules, type PathRule } from './ordered-rules.ts'
import { type MatchBudget, newMatchBudget, parsePathPattern } from './path-pattern.ts'

/** What the .gitattributes files of a revision say about large files (gitattributes(5)). */
export interface LfsAttributes {
  /** True if the file's attribute `filter` is `lfs`. @throws {PatternTooComplex} */
  isLfs(path: string): boolean
}

type Rule = PathRule<'lfs' | 'other'>

/** A .gitattributes that matters: the folder it is in (`''` for the root) and its text. */
export interface AttributesFile {
  readonly dir: string
  readonly text: string
}

/** @param files every .gitattributes that matters, in any order */
export function readLfsAttributes(files: readonly AttributesFile[], budget: MatchBudget = newMatchBudget()): LfsAttributes {
  return attributesOf(new Map(files.map(({ dir, text }) => [dir, linesOf(text).flatMap(parseRule)])), budget)
}

/**
 * {@link readLfsAttributes} that lets others have their turn: such files are up to megabytes of patterns.
 * @param yieldIfDue is called before each line
 */
export async function readLfsAttributesInTurns(
  files: readonly AttributesFile[],
  yieldIfDue: () => Promise<void> | void,
  budget: MatchBudget = newMatchBudget(),
): Promise<LfsAttributes> {
  const byDir = new Map<string, Rule[]>()
  for (const { dir, text } of files) {
    const rules: Rule[] = []
    for (const line of linesOf(text)) {
      const turn = yieldIfDue()
      if (turn !== undefined) await turn
      rules.push(...parseRule(line))
    }
    byDir.set(dir, rules)
  }
  return attributesOf(byDir, budget)
}

function attributesOf(rules: ReadonlyMap<string, readonly Rule[]>, budget: MatchBudget): LfsAttributes {
  const byDir = new Map([...rules].map(([dir, own]) => [dir, new OrderedRules(own)]))
  return {
    isLfs(path) {
      // The file nearest to the path wins; if it has no matching rule, the next one up decides.
      for (let dir: string | null = parentOf(path); dir !== null; dir = dir === '' ? null : parentOf(dir)) {
        const found = byDir.get(dir)?.find(dir === '' ? path : path.slice(dir.length + 1), budget)
        if (found !== undefined) return found === 'lfs'
      }
      return false
    },
  }
}

/**
 * A line that makes exactly this path a large file. Anchored, so that a file of the same name elsewhere is not affected;
 * spaces as git-lfs writes them. Git skips lines of more than 2,048 bytes, and `git fsck` reports them: for a path
 * that long only the name is written, with `?` for spaces.
 */
export function lfsAttributeLine(path: string): string {
  const attributes = ' filter=lfs diff=lfs merge=lfs -text\n'
  const escaped = path.replaceAll(/[\\*?[]/g, String.raw`\$&`)
  const line = `/${escaped.replaceAll(/\s/g, '[[:space:]]')}${attributes}`
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  return `**/${escaped.slice(escaped.lastIndexOf('/') + 1).replaceAll(/\s/gu, (space) => '?'.repeat(Buffer.byteLength(space)))}${attributes}`
}

const maxLineBytes = 2_048

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split('\n')
}

/** A rule that sets or unsets the attribute `filter`; `other` stands for unset, unspecified and any other value. */
function parseRule(line: string): Rule[] {
  if (line.length > maxLineBytes) return []
  const parsed = splitLine(line.trim())
  if (parsed === null) return []
  const value = filterOf(parsed.attributes)
  // A trailing slash never matches a file; a leading ! is not allowed here.
  if (value === null || parsed.pattern.endsWith('/') || parsed.pattern.startsWith('!')) return []
  const pattern = parsePathPattern(parsed.pattern)
  return pattern === null ? [] : [{ pattern, value }]
}

function splitLine(line: string): { pattern: string; attributes: string[] } | null {
  if (line === '' || line.startsWith('#') || line.startsWith('[attr]')) return null
  if (!line.startsWith('"')) {
    const [pattern = '', ...attributes] = line.split(/[ \t\r]+/)
    return { pattern, attributes }
  }
  const quoted = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(line)
  if (quoted?.[1] === undefined) return null
  return { pattern: unquote(quoted[1]), attributes: (quoted[2] ?? '').split(/[ \t\r]+/) }
}

function filterOf(attributes: readonly string[]): 'lfs' | 'other' | null {
  let value: 'lfs' | 'other' | null = null
  for (const attribute of attributes) {
    if (attribute === 'filter=lfs') value = 'lfs'
    else if (attribute === 'filter' || attribute === '!filter' || attribute === '-filter' || attribute.startsWith('filter='))
      value = 'other'
  }
  return value
}

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** C-style quoting, as git writes it: bytes outside ASCII may come as octal. */
function unquote(text: string): string {
  const bytes: Buffer[] = []
  for (const [piece, octal, letter] of text.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Buffer.of(Number.parseInt(octal, 8) & 0xff))
    else if (letter !== undefined) bytes.push(letter in escapes ? Buffer.of(escapes[letter] ?? 0) : Buffer.from(letter))
    else bytes.push(Buffer.from(piece))
  }
  return Buffer.concat(bytes).toString()
}
