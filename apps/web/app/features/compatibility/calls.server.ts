import { type ClientTable, worksSomewhere } from './call-table.ts'
import table from './calls.json'

/** The filter in the page's query string. */
export interface CallFilter {
  readonly client: string
  readonly q: string
  readonly outcome: 'works' | 'refused' | ''
}

/** The calls recorded by runs of `npm test`, as committed (`npm run compatibility`). */
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

/** Returns each client with the calls that pass the filter; clients without any are left out. */
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
