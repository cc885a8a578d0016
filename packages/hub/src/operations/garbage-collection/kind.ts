import type { Hub } from '../../hub.ts'

/** Something currently unreferenced. */
export interface Unneeded {
  /** Its key: a sha-256, a git oid, or a repo's uid. */
  readonly key: string
  /** Bytes freed along with it; 0 when something else is freed after it. */
  readonly bytes: number
  /** For people: `deleted repository ada/tides`. */
  readonly note?: string
  /** Since when, if the tables say so. Milliseconds since 1970. Otherwise the grace period starts at the first run that finds it. */
  readonly since?: number
}

/** All unreferenced things of one kind in a repo, or in the hub as a whole (0). Marked things that are no longer listed are needed again. */
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
  /** Write nothing. */
  readonly dry: boolean
  /** Milliseconds. */
  readonly graceMs: number
  /** Check every repo, not only those whose refs have moved. */
  readonly everything: boolean
  /** Throws when another process has taken over. Call before freeing anything. */
  keepLease(): void
}

/**
 * A kind of thing that can become garbage. Garbage collection asks each kind what is unreferenced, marks it, and passes the marks back when their grace
 * period is over. Kinds are freed in the order of the list (`kinds.ts`): freeing a thing may mark what only it referenced as due immediately.
 */
export interface GcKind {
  readonly name: KindName
  /** May also find things of other kinds, where one scan reveals both. */
  find(context: GcContext): AsyncIterable<Finding>
  /**
   * Frees those that are still unreferenced, each after a new check that cannot be raced. Whatever is needed again is left alone; its mark is removed
   * by the next run. The kind removes the marks of what it freed, in the transaction that frees it.
   */
  free(context: GcContext, marks: readonly Mark[]): Promise<Freed>
}

export const kindNames = ['repository', 'git object', 'large file', 'upload', 'blob'] as const
export type KindName = (typeof kindNames)[number]
