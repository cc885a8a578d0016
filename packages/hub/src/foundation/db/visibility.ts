declare const column: unique symbol

/** A value of the column `repo.vis`. Only {@link visibility} has them: a bare number in a query does not compile. */
export type Visibility = number & { readonly [column]: 'repo.vis' }

const values = {
  public: 0,
  private: 1,
  /** Kept for a while, and may be taken back. */
  deleted: 2,
  /** Garbage collection removes its contents: there is no way back. */
  beingFreed: 3,
} as const

/** In this order: whatever is below `deleted` is there for people, the rest is gone for them. */
export const visibility = values as unknown as Readonly<Record<keyof typeof values, Visibility>>

/** Is the repo gone for people, whatever is still kept of it? In queries: `vis >= visibility.deleted`. */
export function isDeleted(vis: Visibility): boolean {
  return vis >= visibility.deleted
}

export function isPublic(vis: Visibility): boolean {
  return vis === visibility.public
}
