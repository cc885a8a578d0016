/*
 * The glob patterns of .gitignore and .gitattributes (gitignore(5), "PATTERN FORMAT"; wildmatch with WM_PATHNAME).
 *
 * Patterns come from users, so matching must not blow up: no regular expressions, and a step budget. Within a path
 * segment and between segments only the last `*` or `**` is ever retried, which is sufficient and takes O(n·m).
 */

/** Budget for all the matching in one request; a step is about 10 ns. Shared by all matches that receive it. */
export interface MatchBudget {
  steps: number
}

/** Thrown when the patterns and paths together would take too long. */
export class PatternTooComplex extends Error {}

export function newMatchBudget(steps = 5_000_000): MatchBudget {
  return { steps }
}

/** Git matches bytes, not characters: `?` is one byte of `é`. Here a byte is one character of a string. */
export function toByteText(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export interface PathPattern {
  /** If the pattern has no wildcard, the whole path, or a file name at any depth: look it up instead of matching. In bytes. */
  readonly literal: { readonly kind: 'path' | 'name'; readonly text: string } | null
  readonly segments: readonly Segment[]
  /** Of `*.ending`: what a name has to end with, and not be. In bytes. */
  readonly ending: string | null
  /** False for a pattern without a slash: it is about names at any depth. */
  readonly anchored: boolean
}

type Segment = '**' | readonly Token[]
type Token = string | { readonly star: true } | { readonly any: true } | CharClass
interface CharClass {
  readonly negated: boolean
  readonly ranges: readonly (readonly [number, number])[]
}

/** Parses the path part of a line, without `!` and without a trailing slash. `null` if it can match nothing. */
export function parsePathPattern(text: string): PathPattern | null {
  const rooted = text.startsWith('/')
  const body = toByteText(rooted ? text.slice(1) : text)
  if (body === '') return null
  const parts = body.split('/')
  const anchored = rooted || parts.length > 1
  // A hub writes a line without wildcards for each large file: these are looked up, and seldom taken apart.
  if (!/[*?[\\]/.test(body)) {
    if (parts.includes('')) return null
    const literal = { kind: anchored ? ('path' as const) : ('name' as const), text: body }
    return {
      literal,
      ending: null,
      anchored,
      get segments() {
        return parts.map((part) => part.split(''))
      },
    }
  }
  const segments: Segment[] = []
  for (const part of parts) {
    if (part === '**') {
      if (segments.at(-1) !== '**') segments.push('**')
      continue
    }
    const tokens = parseSegment(part)
    if (tokens === null) return null
    segments.push(tokens)
  }
  return { literal: literalOf(segments, anchored), segments, ending: endingOf(segments), anchored }
}

/** @param path in bytes ({@link toByteText}), relative to the folder of the pattern, `/`-separated, not empty */
export function matchesPath(pattern: PathPattern, path: string, budget: MatchBudget): boolean {
  if (!pattern.anchored && pattern.ending !== null) {
    budget.steps--
    return path.endsWith(pattern.ending)
  }
  const names = path.split('/')
  if (!pattern.anchored) {
    const name = names.at(-1)
    const [only] = pattern.segments
    return name !== undefined && only !== undefined && matchesSegment(only, name, budget)
  }
  return matchesSegments(pattern.segments, names, budget)
}

/** Like glob matching of characters, with segments in place of characters and `**` in place of `*`. */
function matchesSegments(segments: readonly Segment[], names: readonly string[], budget: MatchBudget): boolean {
  let s = 0
  let n = 0
  let retryS = -1
  let retryN = 0
  while (n < names.length) {
    const segment = segments[s]
    const name = names[n]
    if (segment === '**') {
      // At the end it matches everything inside, so at least one name.
      if (s === segments.length - 1) return true
      retryS = s++
      retryN = n
      continue
    }
    if (segment !== undefined && name !== undefined && matchesSegment(segment, name, budget)) {
      s++
      n++
      continue
    }
    if (retryS < 0) return false
    s = retryS + 1
    n = ++retryN
  }
  return s === segments.length
}

function matchesSegment(segment: Segment, name: string, budget: MatchBudget): boolean {
  if (segment === '**') return true
  let t = 0
  let c = 0
  let retryT = -1
  let retryC = 0
  while (c < name.length) {
    if (--budget.steps < 0) throw new PatternTooComplex('These patterns take too long to match.')
    const token = segment[t]
    if (typeof token === 'object' && 'star' in token) {
      retryT = t++
      retryC = c
      continue
    }
    if (token !== undefined && matchesToken(token, name.charCodeAt(c))) {
      t++
      c++
      continue
    }
    if (retryT < 0) return false
    t = retryT + 1
    c = ++retryC
  }
  while (isStar(segment[t])) t++
  return t === segment.length
}

function isStar(token: Token | undefined): boolean {
  return typeof token === 'object' && 'star' in token
}

function matchesToken(token: Token, code: number): boolean {
  if (typeof token === 'string') return token.charCodeAt(0) === code
  if ('any' in token) return true
  if ('star' in token) return false
  return token.ranges.some(([low, high]) => code >= low && code <= high) !== token.negated
}

// Shared: a file of patterns may have a million of them.
const star = { star: true } as const
const any = { any: true } as const

function parseSegment(text: string): Token[] | null {
  const tokens: Token[] = []
  const chars = text.split('')
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? ''
    if (char === '\\') {
      const escaped = chars[++i]
      if (escaped === undefined) return null
      tokens.push(escaped)
    } else if (char === '*') {
      if (!isStar(tokens.at(-1))) tokens.push(star)
    } else if (char === '?') {
      tokens.push(any)
    } else if (char === '[') {
      const parsed = parseClass(chars, i)
      if (parsed === null) return null
      tokens.push(parsed.charClass)
      i = parsed.last
    } else {
      tokens.push(char)
    }
  }
  return tokens.length === 0 ? null : tokens
}

const posixClasses: Record<string, readonly (readonly [number, number])[]> = {
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  blank: [
    [32, 32],
    [9, 9],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: [[48, 57]],
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper: [[65, 90]],
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
}

/** @param open index of the opening bracket */
function parseClass(chars: readonly string[], open: number): { charClass: CharClass; last: number } | null {
  const ranges: (readonly [number, number])[] = []
  let i = open + 1
  const negated = chars[i] === '!' || chars[i] === '^'
  if (negated) i++
  for (let first = true; ; first = false) {
    const char = chars[i]
    if (char === undefined) return null
    if (char === ']' && !first) return { charClass: { negated, ranges }, last: i }
    if (char === '[' && chars[i + 1] === ':') {
      const close = chars.indexOf(':', i + 2)
      const named = posixClasses[chars.slice(i + 2, close).join('')]
      if (close < 0 || chars[close + 1] !== ']' || named === undefined) return null
      ranges.push(...named)
      i = close + 2
      continue
    }
    const low = readMember(chars, i)
    if (low === null) return null
    i = low.next
    if (chars[i] === '-' && chars[i + 1] !== ']' && chars[i + 1] !== undefined) {
      const high = readMember(chars, i + 1)
      if (high === null) return null
      ranges.push([low.code, high.code])
      i = high.next
    } else {
      ranges.push([low.code, low.code])
    }
  }
}

function readMember(chars: readonly string[], at: number): { code: number; next: number } | null {
  const index = chars[at] === '\\' ? at + 1 : at
  const code = chars[index]?.charCodeAt(0)
  return code === undefined ? null : { code, next: index + 1 }
}

/** Most patterns are of this kind, and need no matching. */
function endingOf(segments: readonly Segment[]): string | null {
  const [only] = segments
  if (segments.length !== 1 || only === undefined || only === '**' || !isStar(only[0])) return null
  const rest = only.slice(1)
  return rest.length > 0 && rest.every((token) => typeof token === 'string') ? rest.join('') : null
}

function literalOf(segments: readonly Segment[], anchored: boolean): PathPattern['literal'] {
  const names: string[] = []
  for (const segment of segments) {
    if (segment === '**' || !segment.every((token) => typeof token === 'string')) return null
    names.push(segment.join(''))
  }
  return { kind: anchored ? 'path' : 'name', text: names.join('/') }
}
