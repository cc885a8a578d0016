import type { Route } from './+types/compatibility'
import { notesOf, worksSomewhere, type Cell, type ClientTable } from '../features/compatibility/call-table.ts'
import { callFilter, clientTables, findCalls } from '../features/compatibility/calls.server.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/panel.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { Table } from '../ui/table.tsx'

export function loader({ request }: Route.LoaderArgs) {
  const filter = callFilter(new URL(request.url).searchParams)
  const all = clientTables.flatMap(({ calls }) => calls)
  return {
    filter,
    clients: clientTables.map(({ client }) => client),
    tables: findCalls(clientTables, filter),
    totals: { calls: all.length, working: all.filter(worksSomewhere).length },
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Compatibility · Portolan' },
  { name: 'description', content: 'Compatibility of client libraries with this hub, call by call, recorded when its tests ran them' },
]

type Data = Route.ComponentProps['loaderData']

/** Every client that this hub's tests run, and the result of each of its calls. */
export default function Compatibility({ loaderData: page }: Route.ComponentProps) {
  const shown = page.tables.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <main id="main">
      <section className="border-b border-line">
        <div className="page py-8">
          <h1 className="display text-3xl sm:text-4xl">Compatibility</h1>
          <p className="mt-2 max-w-prose text-soft">
            Unmodified clients, as their makers publish them, run against this hub by its tests. {page.totals.working} of{' '}
            {page.totals.calls} calls work; the others are refused in words, because this hub does not have what they ask for, or ask
            somebody else.
          </p>
          <Filters page={page} />
        </div>
      </section>
      <div className="page grid gap-8 py-8">
        <p className="text-sm text-soft" role="status">
          {shown === page.totals.calls ? `${shown} calls` : `${shown} of ${page.totals.calls} calls`}
        </p>
        {page.tables.length === 0 ? (
          <Empty title="No call like that">
            <p>Try a part of its name.</p>
          </Empty>
        ) : (
          page.tables.map((table) => <Client key={table.client} table={table} />)
        )}
        <Legend />
      </div>
    </main>
  )
}

function Filters({ page: { filter, clients } }: { page: Data }) {
  return (
    <SearchForm
      label="Search calls"
      box={{ label: 'Name of a call', value: filter.q, placeholder: 'upload_folder, clone …' }}
      choices={[
        {
          name: 'client',
          label: 'Client',
          value: filter.client,
          options: [['', 'Every client'], ...clients.map((client) => [client, client] as const)],
        },
        {
          name: 'outcome',
          label: 'Result',
          value: filter.outcome,
          options: [
            ['', 'Any result'],
            ['works', 'Works'],
            ['refused', 'Refused, or asks elsewhere'],
          ],
        },
      ]}
      isLive
      hasIcon
      className="mt-5 max-w-4xl"
    />
  )
}

function Client({ table: { client, releases, calls, untried } }: { table: ClientTable }) {
  const id = `client-${client.replaceAll(/\W+/g, '-')}`
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="display mb-2 text-2xl break-words">
        {client} <span className="font-sans text-base text-soft">{releases.map(({ version }) => version).join(', ')}</span>
      </h2>
      {calls.length === 0 ? null : (
        <Table label={`Calls of ${client}`} isDense>
          <thead>
            <tr>
              <th scope="col">Call</th>
              {releases.map(({ name, version }) => (
                <th key={name} scope="col" className="whitespace-nowrap">
                  {version}
                </th>
              ))}
              <th scope="col" className="w-full max-sm:hidden">
                To know
              </th>
            </tr>
          </thead>
          <tbody className="[&>tr]:border-t [&>tr]:border-line">
            {calls.map((row) => (
              <tr key={row.call}>
                <th scope="row" className="min-w-36 font-normal max-sm:[overflow-wrap:anywhere] sm:whitespace-nowrap">
                  <span className="font-mono text-xs">{row.call}</span>
                  <span className="block text-xs text-soft sm:hidden">{notesOf(row)}</span>
                </th>
                {releases.map(({ name }) => (
                  <td key={name} className="relative whitespace-nowrap">
                    <Ending cell={row.cells[name]} />
                  </td>
                ))}
                <td className="min-w-44 text-soft max-sm:hidden">{notesOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {untried.length === 0 ? null : (
        <details className="mt-3">
          <summary className="w-fit text-sm text-soft underline decoration-dotted">
            {untried.length} {untried.length === 1 ? 'call' : 'calls'} that no test makes
          </summary>
          <p className="mt-2 font-mono text-xs [overflow-wrap:anywhere] text-soft">{untried.join(', ')}</p>
        </details>
      )}
    </section>
  )
}

function Ending({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return <span className="sr-only">not in this release, or not tried</span>
  if (cell.outcome === 'works' || cell.outcome === 'note') return <Badge tone="good">Works</Badge>
  return <Badge tone={cell.outcome === 'refused' ? 'warn' : 'plain'}>{cell.outcome === 'refused' ? 'Refused' : 'Elsewhere'}</Badge>
}

function Legend() {
  return (
    <section aria-labelledby="legend" className="max-w-prose text-sm text-soft">
      <h2 id="legend" className="mb-1 font-semibold text-ink">
        What the words mean
      </h2>
      <p>
        <strong>Works</strong>: a test called it and got what it asked for. <strong>Refused</strong>: this hub does not have it, and says
        so. <strong>Elsewhere</strong>: the client asks another place, whatever hub it is used with. An empty place: that release does not
        have the call, or no test makes it there. The tests of this hub fail when a call that stands here as working stops working.
      </p>
    </section>
  )
}
