import type { Hub } from '../../hub.ts'

/** Something that nothing needs now. */
export interface Unneeded {
  /** What it is called: a sha-256, a git oid, the uid of a repo. */
  readonly key: string
  /** Bytes that are freed with it; 0 when something else is freed after it. */
  readonly bytes: number
  /** For people: `deleted repository ada/tides`. */
  readonly note?: string
  /** Since when, if the tables tell. Milliseconds since 1970. Else the grace period begins at the first look that finds it. */
  readonly since?: number
}

/** Everything of one kind that a repo, or the hub as a whole (0), does not need. What was marked there and is not listed is needed again. */
export interface Finding {
  readonly kind: KindName
  readonly repoId: number
  readonly items: readonly Unneeded[]
}

export interface Mark {
  readonly repoId: number
  readonly key: string
  readonly bytes: number
}

export interface Freed {
  readonly count: number
  readonly bytes: number
}

export interface GcContext {
  readonly hub: Hub
  /** Nothing is to be written. */
  readonly dry: boolean
  /** Milliseconds. */
  readonly graceMs: number
  /** Looks at every repo, not only at those whose refs moved. */
  readonly everything: boolean
  /** Throws when another process has taken over. Ask before anything is freed. */
  keepLease(): void
}

/**
 * A kind of things that can be left over. Garbage collection asks each kind what is unneeded, marks it, and hands the marks back when their grace period
 * is over. Kinds are freed in the order of the list (`kinds.ts`): who frees a thing may mark what only that thing needed as due at once.
 */
export interface GcKind {
  readonly name: KindName
  /** May find things of other kinds too, where one look shows both. */
  find(context: GcContext): AsyncIterable<Finding>
  /**
   * Frees what is still unneeded of these, each after a fresh look that nobody can overtake. What is needed again is left alone; its mark goes
   * with the next look. Marks of what was freed are removed by the kind, in the transaction that frees it.
   */
  free(context: GcContext, marks: readonly Mark[]): Promise<Freed>
}

export const kindNames = ['repository', 'git object', 'large file', 'upload', 'blob'] as const
export type KindName = (typeof kindNames)[number]
