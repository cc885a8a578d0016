import { Form, Link } from 'react-router'
import type { Route } from './+types/audit'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

const fields = ['actor', 'topic', 'repo', 'address', 'since', 'until'] as const

const kinds = [
  ['', 'Everything'],
  ['repo', 'Repositories'],
  ['commit', 'Commits'],
  ['ref', 'Branches and tags'],
  ['discussion', 'Discussions'],
  ['access', 'Access to gated repositories'],
  ['account', 'Accounts'],
  ['org', 'Organizations'],
  ['token', 'Access tokens'],
  ['session', 'Signing in and out'],
  ['webhook', 'Webhooks'],
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const asked = Object.fromEntries(fields.map((name) => [name, searchParams.get(name)?.trim() ?? ''])) as Record<
    (typeof fields)[number],
    string
  >
  const page = await orErrorPage(() => context.get(hubContext).audit(asked, searchParams.get('cursor')))
  return { asked, ...page }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit log · Portolan' }]

export default function AuditLog({ loaderData: { asked, entries, nextCursor } }: Route.ComponentProps) {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  const nextPage = new URLSearchParams([...query, ['cursor', nextCursor ?? '']])
  return (
    <AdminFrame title="Audit log">
      <Panel>
        <Form method="get" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField label="Who" name="actor" defaultValue={asked.actor} placeholder="ada" />
          <SelectField label="What" name="topic" defaultValue={asked.topic}>
            {kinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField label="Repository" name="repo" defaultValue={asked.repo} placeholder="owner/name" />
          <TextField label="Network address" name="address" defaultValue={asked.address} />
          <TextField label="From" name="since" type="date" defaultValue={asked.since} />
          <TextField label="Before" name="until" type="date" defaultValue={asked.until} />
          <div className="flex flex-wrap items-center gap-4 sm:col-span-full">
            <Button type="submit" look="primary">
              Search
            </Button>
            <a href={`/api/admin/audit?${new URLSearchParams([...query, ['format', 'csv'], ['limit', '1000']]).toString()}`}>Save as CSV</a>
          </div>
        </Form>
      </Panel>
      {entries.length === 0 ? (
        <Empty title="Nothing of the kind was written" />
      ) : (
        <ul className="sheet divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="px-4 py-2">
              <details>
                <summary className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                  <span className="font-mono text-sm">{entry.topic}</span>
                  <span className="font-medium">{entry.actor ?? 'the hub'}</span>
                  {entry.repo ? (
                    <span className="min-w-0 break-all">
                      {entry.repo.fullName}
                      {entry.repo.isDeleted ? ' (deleted)' : ''}
                    </span>
                  ) : null}
                  <span className="text-sm text-soft">
                    <Time iso={entry.at} form="minute" />
                  </span>
                </summary>
                <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
                  <Fact name="When">{entry.at}</Fact>
                  <Fact name="From">{entry.address ?? 'not over the network'}</Fact>
                  <Fact name="With">{entry.via ?? 'nothing'}</Fact>
                  <Fact name="Request">{entry.requestId ?? 'none'}</Fact>
                  <Fact name="Details">{entry.details}</Fact>
                </dl>
              </details>
            </li>
          ))}
        </ul>
      )}
      {nextCursor ? (
        <p>
          <Link to={`?${nextPage.toString()}`}>Older</Link>
        </p>
      ) : null}
    </AdminFrame>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-mono break-all">{children}</dd>
    </>
  )
}
