import { HubError, limits, type RepoType } from '@portolan/contract'

export const listingSorts = ['trending', 'likes', 'downloads', 'updated', 'created'] as const
export type ListingSort = (typeof listingSorts)[number]

/** A listing query. Every condition must hold. */
export interface ListingQuery {
  readonly type: RepoType
  /** Parts of `owner/name`, case-insensitive. */
  readonly search?: readonly string[]
  readonly author?: string
  /** Wire tags. */
  readonly tags?: readonly string[]
  /** Sets of wire tags: all tags of at least one set are required. */
  readonly anyOf?: readonly (readonly string[])[]
  /** Spaces that name a model or a dataset in their card. */
  readonly linked?: boolean
  /** Only these repos, by internal id; a few thousand at most. */
  readonly ids?: readonly number[]
  readonly pipelineTag?: string
  readonly library?: string
  readonly license?: string
  readonly language?: string
  readonly gated?: boolean
  readonly minParams?: number
  readonly maxParams?: number
  readonly sort: ListingSort
  readonly direction?: 'desc' | 'asc'
  readonly limit: number
  readonly cursor?: string | null
  /** Request the number of matches; this costs a count. */
  readonly withTotal?: boolean
}

/** More conditions than anyone sets; each costs a probe per row. */
const maxTags = 64

/**
 * The wire tags that a query's conditions translate to.
 * @throws {HubError} `query.invalid` when there are more than 64
 */
export function tagsOf(query: ListingQuery): string[] {
  const language = query.language === undefined ? [] : [query.type === 'dataset' ? `language:${query.language}` : query.language]
  const license = query.license === undefined ? [] : [`license:${query.license.toLowerCase()}`]
  const tags = [
    ...new Set([
      ...(query.pipelineTag === undefined ? [] : [query.pipelineTag]),
      ...(query.library === undefined ? [] : [query.library]),
      ...license,
      ...language,
      ...(query.tags ?? []),
    ]),
  ]
  if (tags.length > maxTags)
    throw new HubError('query.invalid', { message: `You can filter by at most ${maxTags} tags`, parameter: 'filter' })
  return tags
}

/** Whether anything besides kind and sort narrows the listing. */
export function isFiltered(query: ListingQuery): boolean {
  return (
    tagsOf(query).length > 0 ||
    (query.search ?? []).some((piece) => piece.trim() !== '') ||
    query.author !== undefined ||
    query.anyOf !== undefined ||
    query.linked === true ||
    query.ids !== undefined ||
    query.gated !== undefined ||
    query.minParams !== undefined ||
    query.maxParams !== undefined
  )
}

/** @throws {HubError} `query.invalid` */
export function checkQuery(query: ListingQuery): void {
  if (!listingSorts.includes(query.sort))
    throw new HubError('query.invalid', { message: `sort must be one of ${listingSorts.join(', ')}`, parameter: 'sort' })
  for (const parameter of ['minParams', 'maxParams'] as const) {
    const value = query[parameter]
    if (value !== undefined && !(value >= 0 && value <= Number.MAX_SAFE_INTEGER))
      throw new HubError('query.invalid', { message: 'A number of parameters must be between 0 and 2^53', parameter })
  }
}

/** Rows per page: the requested number, within limits. */
export function pageSize(query: ListingQuery): number {
  return Math.max(1, Math.min(Math.trunc(query.limit) || 1, limits.listingPage))
}

export function isDescending(query: ListingQuery): boolean {
  return (query.direction ?? 'desc') === 'desc'
}

/** Start of a page: after this sort key and id. */
export interface Position {
  readonly key: number
  readonly id: number
}

/** Negative when `a` comes first in the query's order. */
export function comparePositions(query: ListingQuery): (a: Position, b: Position) => number {
  const sign = isDescending(query) ? 1 : -1
  return (a, b) => sign * (b.key - a.key || b.id - a.id)
}

const longestCursor = 200

/** Opaque to clients; bound to the sort and direction it was created for. */
export function encodeCursor(query: ListingQuery, position: Position): string {
  return Buffer.from(JSON.stringify([query.sort, query.direction ?? 'desc', position.key, position.id])).toString('base64url')
}

/** @throws {HubError} `query.invalid` */
export function decodeCursor(query: ListingQuery): Position | null {
  if (!query.cursor) return null
  try {
    const text = query.cursor.length > longestCursor ? '' : Buffer.from(query.cursor, 'base64url').toString()
    const [sort, direction, key, id, ...rest] = JSON.parse(text) as unknown[]
    const matches = sort === query.sort && direction === (query.direction ?? 'desc') && rest.length === 0
    if (matches && Number.isSafeInteger(key) && Number.isSafeInteger(id)) return { key: key as number, id: id as number }
  } catch {
    // Falls through: not one of our cursors.
  }
  throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
}
