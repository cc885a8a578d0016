import type { Reader } from '../../foundation/db/db.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { type ListingQuery, tagsOf } from './query.ts'

export interface KnownTag {
  readonly id: number
  /** Number of public repos with it. */
  readonly n: number
}

export interface TagConditions {
  /** All are required. Rarest first. */
  readonly all: readonly KnownTag[]
  /** All tags of at least one set are required; `null` when the query has no such condition. */
  readonly anyOf: readonly (readonly KnownTag[])[] | null
}

/** Resolves the tags in a query; `null` when nothing can match because they do not exist. */
export async function findTags(db: Reader, query: ListingQuery): Promise<TagConditions | null> {
  const wanted = tagsOf(query)
  const sets = query.anyOf ?? []
  // Postgres rejects NUL in text, and no tag contains it.
  const values = [...new Set([...wanted, ...sets.flat()])].filter((tag) => !tag.includes('\0'))
  const rows =
    values.length === 0
      ? []
      : await db
          .selectFrom('tag')
          .select(['id', 'n', 'value'])
          .where('kind', '=', kindOf(query.type))
          .where('value', 'in', values)
          .execute()
  const known = new Map(rows.map(({ id, n, value }) => [value, { id, n: Number(n) }]))
  const allOf = (tags: readonly string[]) => {
    const found = tags.flatMap((tag) => known.get(tag) ?? [])
    return found.length < tags.length ? null : found
  }
  const all = allOf(wanted)
  const possible = sets.flatMap((set) => {
    const found = allOf([...new Set(set)])
    return found === null ? [] : [found]
  })
  if (all === null || (query.anyOf !== undefined && possible.length === 0)) return null
  const only = possible.length === 1 ? (possible[0] ?? []) : []
  const merged = [...new Map([...all, ...only].map((tag) => [tag.id, tag])).values()]
  return { all: merged.sort((a, b) => a.n - b.n), anyOf: possible.length > 1 ? possible : null }
}
