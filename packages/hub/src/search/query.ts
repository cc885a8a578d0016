import { HubError, type RepoType } from '@portolan/contract'

export const listingSorts = ['trending', 'likes', 'downloads', 'updated', 'created'] as const
export type ListingSort = (typeof listingSorts)[number]

/** What a listing asks for. Every condition must hold. */
export interface ListingQuery {
  readonly type: RepoType
  /** Pieces of `owner/name`, in any letter case. */
  readonly search?: readonly string[]
  readonly author?: string
  /** Wire tags. */
  readonly tags?: readonly string[]
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
  /** Ask for the number of matches; it costs a count. */
  readonly withTotal?: boolean
}

/** The wire tags that the conditions of a query amount to. */
export function tagsOf(query: ListingQuery): string[] {
  const language = query.language === undefined ? [] : [query.type === 'dataset' ? `language:${query.language}` : query.language]
  const license = query.license === undefined ? [] : [`license:${query.license.toLowerCase()}`]
  return [
    ...new Set([
      ...(query.pipelineTag === undefined ? [] : [query.pipelineTag]),
      ...(query.library === undefined ? [] : [query.library]),
      ...license,
      ...language,
      ...(query.tags ?? []),
    ]),
  ]
}

/** Where a page begins: after this sort key and id. */
export interface Position {
  readonly key: number
  readonly id: number
}

/** Opaque for clients; bound to the sort and direction it was made for. */
export function encodeCursor(query: ListingQuery, position: Position): string {
  return Buffer.from(JSON.stringify([query.sort, query.direction ?? 'desc', position.key, position.id])).toString('base64url')
}

/** @throws {HubError} `query.invalid` */
export function decodeCursor(query: ListingQuery): Position | null {
  if (!query.cursor) return null
  try {
    const [sort, direction, key, id] = JSON.parse(Buffer.from(query.cursor, 'base64url').toString()) as unknown[]
    if (sort === query.sort && direction === (query.direction ?? 'desc') && Number.isSafeInteger(key) && Number.isSafeInteger(id)) {
      return { key: key as number, id: id as number }
    }
  } catch {
    // Falls through: whatever it is, it is not ours.
  }
  throw new HubError('query.invalid', { message: 'The cursor does not belong to this listing', parameter: 'cursor' })
}
