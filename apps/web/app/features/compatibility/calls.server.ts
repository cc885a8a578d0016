import table from './calls.json'

/** How a call ends on this hub; `elsewhere`: the client asks another place, whatever hub it is used with. */
export type Outcome = 'works' | 'note' | 'refused' | 'elsewhere'

export interface Cell {
  readonly outcome: Outcome
  readonly note?: string
}

export interface CallRow {
  readonly call: string
  /** By release. */
  readonly cells: Readonly<Record<string, Cell | undefined>>
}

export interface ClientTable {
  readonly client: string
  readonly releases: readonly { readonly name: string; readonly version: string }[]
  readonly calls: readonly CallRow[]
  readonly untried: readonly string[]
}

/** What the page is narrowed to, as its address says. */
export interface CallFilter {
  readonly client: string
  readonly q: string
  readonly outcome: 'works' | 'refused' | ''
}

/** What the runs of `npm test` recorded, as committed (`npm run compatibility`). */
export const clientTables = table as unknown as readonly ClientTable[]

export function callFilter(parameters: URLSearchParams): CallFilter {
  const client = parameters.get('client') ?? ''
  const outcome = parameters.get('outcome')
  return {
    client: clientTables.some((each) => each.client === client) ? client : '',
    q: parameters.get('q')?.trim().slice(0, 200) ?? '',
    outcome: outcome === 'works' || outcome === 'refused' ? outcome : '',
  }
}

/** Clients with those of their calls that pass the filter; clients with none are left out. */
export function findCalls(tables: readonly ClientTable[], { client, q, outcome }: CallFilter): ClientTable[] {
  const words = q.toLowerCase().split(/\s+/)
  return tables
    .filter((each) => client === '' || each.client === client)
    .map((each) => ({
      ...each,
      calls: each.calls.filter(
        (row) =>
          words.every((word) => row.call.toLowerCase().includes(word)) && (outcome === '' || worksSomewhere(row) === (outcome === 'works')),
      ),
      untried: outcome === '' ? each.untried.filter((call) => words.every((word) => call.toLowerCase().includes(word))) : [],
    }))
    .filter(({ calls, untried }) => calls.length > 0 || untried.length > 0)
}

export function worksSomewhere({ cells }: CallRow): boolean {
  return Object.values(cells).some((cell) => cell?.outcome === 'works' || cell?.outcome === 'note')
}
