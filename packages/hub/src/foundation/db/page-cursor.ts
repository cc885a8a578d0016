import { HubError } from '@portolan/contract'

/** The last row of a page in a list that is ordered by a number, and among equals by id. */
export interface PagePlace {
  readonly key: number
  readonly id: number
}

/** Where the next page begins, opaque for clients. */
export function encodePageCursor({ key, id }: PagePlace): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** @returns `null` for the first page. @throws {HubError} `query.invalid` for what is no such cursor */
export function parsePageCursor(cursor: string | null | undefined): PagePlace | null {
  if (!cursor) return null
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (Number.isSafeInteger(key) && Number.isSafeInteger(id)) return { key: key as number, id: id as number }
  } catch {
    // Whatever it is, it is not ours.
  }
  throw new HubError('query.invalid', { message: 'The cursor does not belong to this listing', parameter: 'cursor' })
}
