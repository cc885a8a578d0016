/* The table of calls that `npm run compatibility` writes and the page reads. */

/** How a call ends on this hub: works, works with a note for the user, is refused by the hub, or goes to another server. */
export type Outcome = 'works' | 'note' | 'refused' | 'elsewhere'

export interface Cell {
  readonly outcome: Outcome
  readonly note?: string
}

export interface CallRow {
  readonly call: string
  /** By release. Releases that lack the call, or that no test tried it with, are absent. */
  readonly cells: Readonly<Record<string, Cell>>
  /** `file: name` of each test that makes the call. */
  readonly tests: readonly string[]
}

export interface ClientTable {
  readonly client: string
  readonly releases: readonly { readonly name: string; readonly version: string }[]
  readonly calls: readonly CallRow[]
  /** Calls in the newest release that no test makes. */
  readonly untried: readonly string[]
}

export function works(cell: Cell | undefined): boolean {
  return cell?.outcome === 'works' || cell?.outcome === 'note'
}

export function worksSomewhere({ cells }: CallRow): boolean {
  return Object.values(cells).some(works)
}

/** Returns the notes on a call, without duplicates. */
export function notesOf({ cells }: CallRow): string {
  return [...new Set(Object.values(cells).flatMap(({ note }) => note ?? []))].join(' ')
}
