declare const column: unique symbol

/** A value of the column `repo.vis`. Only {@link visibility} provides them: a bare number in a query does not compile. */
export type Visibility = number & { readonly [column]: 'repo.vis' }

const values = {
  public: 0,
  private: 1,
  /** Kept for a while, and can be restored. */
  deleted: 2,
  /** Garbage collection removes its contents: this cannot be undone. */
  beingFreed: 3,
} as const

/** In this order: everything below `deleted` is visible to users, the rest is gone for them. */
export const visibility = values as unknown as Readonly<Record<keyof typeof values, Visibility>>

/** Whether the repo is gone for users, even if some of it is still kept. In queries: `vis >= visibility.deleted`. */
export function isDeleted(vis: Visibility): boolean {
  return vis >= visibility.deleted
}

export function isPublic(vis: Visibility): boolean {
  return vis === visibility.public
}
