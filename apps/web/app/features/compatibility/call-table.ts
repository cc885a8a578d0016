/*
 * The table of calls, as `npm run compatibility` writes it and the page reads it.
 */

/** How a call ends on this hub: as asked, as asked but a user should know something, refused by the hub, or it asks somebody else. */
export type Outcome = 'works' | 'note' | 'refused' | 'elsewhere'

export interface Cell {
  readonly outcome: Outcome
  readonly note?: string
}

export interface CallRow {
  readonly call: string
  /** By release; a release that lacks the call, or in which nobody tried it, is absent. */
  readonly cells: Readonly<Record<string, Cell>>
  /** `file: name` of each test in which it was made. */
  readonly tests: readonly string[]
}

export interface ClientTable {
  readonly client: string
  readonly releases: readonly { readonly name: string; readonly version: string }[]
  readonly calls: readonly CallRow[]
  /** Calls that the newest release has and no test makes. */
  readonly untried: readonly string[]
}

export function works(cell: Cell | undefined): boolean {
  return cell?.outcome === 'works' || cell?.outcome === 'note'
}

export function worksSomewhere({ cells }: CallRow): boolean {
  return Object.values(cells).some(works)
}

/** What there is to know of a call, each thing once. */
export function notesOf({ cells }: CallRow): string {
  return [...new Set(Object.values(cells).flatMap(({ note }) => note ?? []))].join(' ')
}
