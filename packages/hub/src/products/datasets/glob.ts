import { Yielder } from '../../foundation/schedule/index.ts'

/** A path has at most as many characters; more in a pattern only make it slow. */
const maxPattern = 1_000
/** Splitting a path costs as much as this many steps. */
const stepsPerPath = 20

/** Patterns took too long to match. */
export class PatternTooCostly extends Error {
  override readonly name = 'PatternTooCostly'
}

/** The steps that all patterns of a dataset may take together: whoever writes a card decides how many patterns there are. */
export interface StepBudget {
  left: number
}

/**
 * The paths that match a dataset card's pattern, as with fsspec's `glob`: `*`, `?`, `[a-z]` within a name, `**` for any folders.
 * A name or folder starting with a dot or `__` matches only where the pattern says so explicitly. Lets other work run in between.
 * @throws {PatternTooCostly}
 */
export async function matchingPaths(pattern: string, paths: readonly string[], budget: StepBudget): Promise<string[]> {
  if (pattern.length > maxPattern) throw new PatternTooCostly(`A pattern can have at most ${maxPattern} characters.`)
  const parts = clean(pattern).split('/')
  const [hiddenParts, specialParts] = [hidden(parts), special(parts)]
  const found: string[] = []
  const yielder = new Yielder()
  for (const path of paths) {
    await yielder.yieldIfDue()
    spend(budget, stepsPerPath)
    const segments = path.split('/')
    if (hidden(segments) === hiddenParts && special(segments) === specialParts && matches(parts, segments, budget)) found.push(path)
  }
  return found
}

function spend(budget: StepBudget, steps: number): void {
  budget.left -= steps
  if (budget.left < 0) throw new PatternTooCostly('Its patterns take too long to match.')
}

function hidden(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('.')).length
}

function special(segments: readonly string[]): number {
  return segments.slice(0, -1).filter((segment) => segment.startsWith('__')).length
}

function clean(pattern: string): string {
  return pattern.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '')
}

/** Segment by segment; of several `**`, only the last has to be retried. */
function matches(parts: readonly string[], segments: readonly string[], budget: StepBudget): boolean {
  let part = 0
  let segment = 0
  let star = -1
  let from = 0
  while (segment < segments.length) {
    if (parts[part] === '**') {
      star = part++
      from = segment
      // At the end, it matches everything below.
      if (part === parts.length) return true
    } else if (part < parts.length && nameMatches(parts[part] ?? '', segments[segment] ?? '', budget)) {
      part++
      segment++
    } else if (star >= 0) {
      part = star + 1
      segment = ++from
    } else return false
  }
  return part === parts.length
}

function nameMatches(pattern: string, name: string, budget: StepBudget): boolean {
  let p = 0
  let n = 0
  let star = -1
  let from = 0
  while (n < name.length) {
    const step = p < pattern.length ? oneMatches(pattern, p, name[n] ?? '') : 0
    // A set of characters costs as much as it is long, whether it matches or not.
    spend(budget, pattern[p] === '[' ? pattern.length - p : 1)
    if (pattern[p] === '*') {
      while (pattern[p] === '*') p++
      star = p
      from = n
    } else if (step > 0) {
      p += step
      n++
    } else if (star >= 0) {
      p = star
      n = ++from
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** Length of the pattern element at `at` if it matches the character; otherwise 0. */
function oneMatches(pattern: string, at: number, character: string): number {
  const first = pattern[at]
  if (first === '?') return 1
  if (first !== '[') return first === character ? 1 : 0
  const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^'
  const start = at + (negated ? 2 : 1)
  // The first bracket may be one of the characters.
  const end = pattern.indexOf(']', start + 1)
  if (end < 0) return character === '[' ? 1 : 0
  let found = false
  for (let i = start; i < end; i++) {
    const low = pattern[i] ?? ''
    if (pattern[i + 1] === '-' && i + 2 < end) {
      found ||= low <= character && character <= (pattern[i + 2] ?? '')
      i += 2
    } else found ||= low === character
  }
  return found !== negated ? end + 1 - at : 0
}
