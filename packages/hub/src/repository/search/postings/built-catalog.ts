import type { ListingSort } from '../query.ts'
import type { Bits } from './bits.ts'

/** Position of the change log when the data was read: everything before is included, everything after is not. */
export interface LogPosition {
  readonly seq: number
  /** Postgres only: transactions with this id or a later one may not have been visible. */
  readonly xid: string | null
}

/** Number of repo kinds. */
export const kinds = [0, 1, 2] as const

/** One value per repo id. Ids without a repo have kind 255. */
export interface RepoColumns {
  kind: Uint8Array<ArrayBuffer>
  owner: Uint32Array<ArrayBuffer>
  /** NaN when unknown. */
  params: Float64Array<ArrayBuffer>
  keys: Record<ListingSort, Float64Array<ArrayBuffer>>
}

export const noKind = 255

/** The catalog as typed arrays, in the form passed between threads. */
export interface BuiltCatalog {
  readonly position: LogPosition
  /** One more than the largest repo id. */
  readonly universe: number
  readonly columns: RepoColumns
  /** By kind. */
  readonly publicRepos: readonly Bits[]
  readonly privateRepos: readonly Bits[]
  readonly gated: Bits
  readonly names: { readonly bytes: Uint8Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> }
  /** By kind; ascending by key, then id. */
  readonly orders: readonly Record<ListingSort, Uint32Array<ArrayBuffer>>[]
  /** Tag `t` is on the repos from `starts[t]` to `starts[t + 1]`, sorted. */
  readonly tags: { readonly ids: Uint32Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> }
  /** Repo `r` has the tags from `starts[r]` to `starts[r + 1]`. */
  readonly tagsOf: { readonly tagIds: Uint32Array<ArrayBuffer>; readonly starts: Uint32Array<ArrayBuffer> }
  /** Tag `t` belongs to the facet `names[of[t]]`. */
  readonly namespaces: { readonly names: readonly string[]; readonly of: Uint8Array<ArrayBuffer> }
  /** Tags so common that bits take less space; not in `tags`. */
  readonly denseTags: readonly { readonly tagId: number; readonly size: number; readonly bits: Bits }[]
}
