import { HubError } from '@portolan/contract'

/** The last row of a page in a list ordered by a number, with ties broken by id. */
export interface PagePlace {
  readonly key: number
  readonly id: number
}

/** Encodes the start of the next page, opaque to clients. */
export function encodePageCursor({ key, id }: PagePlace): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** @returns `null` for the first page. @throws {HubError} `query.invalid` for a malformed cursor */
export function parsePageCursor(cursor: string | null | undefined): PagePlace | null {
  if (!cursor) return null
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (Number.isSafeInteger(key) && Number.isSafeInteger(id)) return { key: key as number, id: id as number }
  } catch {
    // Not one of our cursors.
  }
  throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
}
