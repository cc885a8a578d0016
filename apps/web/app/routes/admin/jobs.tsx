import type { Route } from './+types/jobs'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { Empty } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(() => context.get(hubContext).work())
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Jobs · Portolan' }]

export default function Jobs({ loaderData: { jobs, webhooks, deletions } }: Route.ComponentProps) {
  return (
    <AdminFrame title="Jobs">
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Recurring jobs of this server</h2>
        {jobs.length === 0 ? (
          <Empty title="No jobs" />
        ) : (
          <Table label="Recurring jobs" isDense>
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">State</th>
                <th scope="col">Last run</th>
                <th scope="col">Took</th>
                <th scope="col">Next run</th>
                <th scope="col">Runs</th>
                <th scope="col">Failures</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.name}>
                  <th scope="row" className="min-w-44 font-medium">
                    {job.name}
                    {job.error === null ? null : <p className="font-normal break-words text-bad">{job.error}</p>}
                  </th>
                  <td>{job.isRunning ? 'running' : job.error === null ? (job.runs === 0 ? 'waiting' : 'done') : 'failed'}</td>
                  <td className="whitespace-nowrap">{job.startedAt === null ? 'not yet' : <Time iso={job.startedAt} form="minute" />}</td>
                  <td className="whitespace-nowrap">{job.durationMs === null ? '' : inWords(job.durationMs)}</td>
                  <td className="whitespace-nowrap">
                    {job.nextAt === null ? `every ${inWords(job.everyMs)}` : <Time iso={job.nextAt} form="minute" />}
                  </td>
                  <td>{formatCount(job.runs)}</td>
                  <td className={job.failures > 0 ? 'font-medium text-bad' : undefined}>{formatCount(job.failures)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Webhook messages waiting</h2>
        {webhooks.length === 0 ? (
          <Empty title="None waits" />
        ) : (
          <Table label="Webhook messages waiting" isDense>
            <thead>
              <tr>
                <th scope="col">Receiver</th>
                <th scope="col">Owner</th>
                <th scope="col">Pending</th>
                <th scope="col">Oldest</th>
              </tr>
            </thead>
            <tbody>
              {webhooks.map((hook) => (
                <tr key={`${hook.owner} ${hook.receiver} ${hook.oldestAt}`}>
                  <th scope="row" className="font-mono font-normal break-all">
                    {hook.receiver}
                  </th>
                  <td className="break-all">{hook.owner}</td>
                  <td>{formatCount(hook.waiting)}</td>
                  <td className="whitespace-nowrap">
                    <Time iso={hook.oldestAt} form="minute" />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="panel-title">Deletions of accounts</h2>
        {deletions.length === 0 ? (
          <Empty title="No accounts were deleted" />
        ) : (
          <Table label="Deletions of accounts" isDense>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">By</th>
                <th scope="col">Repositories</th>
                <th scope="col">Started</th>
                <th scope="col">Ended</th>
              </tr>
            </thead>
            <tbody>
              {deletions.map((deletion) => (
                <tr key={`${deletion.name} ${deletion.startedAt}`}>
                  <th scope="row" className="font-medium break-all">
                    {deletion.name}
                    {deletion.error === null ? null : <p className="font-normal break-words text-bad">{deletion.error}</p>}
                  </th>
                  <td className="break-all">{deletion.requestedBy}</td>
                  <td>
                    {formatCount(deletion.done)} of {formatCount(deletion.total)}{' '}
                    {deletion.repos === 'delete' ? 'deleted' : `moved to ${deletion.target ?? 'a deleted account'}`}
                  </td>
                  <td className="whitespace-nowrap">
                    <Time iso={deletion.startedAt} form="minute" />
                  </td>
                  <td className="whitespace-nowrap">
                    {deletion.endedAt === null ? 'under way' : <Time iso={deletion.endedAt} form="minute" />}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </AdminFrame>
  )
}

function inWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}
