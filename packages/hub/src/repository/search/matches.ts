import type { Position } from './query.ts'

/** Some rows in the query's order. */
export interface MatchPage {
  readonly positions: readonly Position[]
  /** Where to continue; `null` at the end. It may be set on a page that is not full: the search stopped to stay fast. */
  readonly next: Position | null
}

export interface Total {
  readonly n: number
  /** False when counting stopped: the actual number is at least `n`. */
  readonly exact: boolean
}

export interface TagCount {
  readonly ns: string
  /** Wire tag. */
  readonly value: string
  readonly n: number
  /** True when only some of the matches were counted: the actual number is at least `n`. */
  readonly capped: boolean
}

/** The repos that match a query and that the user may see, however they are found. */
export interface Matches {
  page(after: Position | null, limit: number): Promise<MatchPage>
  total(): Promise<Total>
  /** Per namespace, the most frequent tags among the matches whose value contains `search`; most frequent first, at most `limit` each. */
  tagCounts(namespaces: readonly string[], options: { search: string | null; limit: number }): Promise<readonly TagCount[]>
}
