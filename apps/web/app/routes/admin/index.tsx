import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/index'
import { formatBytes, formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(() => context.get(hubContext).overview())
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export const meta: Route.MetaFunction = () => [{ title: 'Administration · Portolan' }]

export default function Overview({ loaderData: state }: Route.ComponentProps) {
  const { server, accounts, repos, backup, verification, warnings } = state
  return (
    <AdminFrame title="Overview">
      {warnings.length === 0 ? null : (
        <section aria-label="Warnings" className="rounded-md border border-warn bg-warn-well p-4">
          <h2 className="panel-title mb-2">Warnings</h2>
          <ul className="grid list-disc gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning} className="break-words">
                {warning}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Panel title="This server">
          {server === null ? (
            <p className="text-soft">Nothing is known about it.</p>
          ) : (
            <Facts>
              <Fact name="Health">
                <span className={clsx('font-medium', server.health.status === 'ok' ? 'text-good' : 'text-bad')}>
                  {server.health.status}
                </span>
              </Fact>
              {Object.entries(server.health.checks).map(([name, check]) => (
                <Fact key={name} name={name.charAt(0).toUpperCase() + name.slice(1)}>
                  <span className={check === 'ok' ? undefined : 'font-medium text-bad'}>{check}</span>
                </Fact>
              ))}
              <Fact name="Version">{server.version}</Fact>
              <Fact name="Running since">
                <Time iso={server.startedAt} form="minute" />
              </Fact>
            </Facts>
          )}
        </Panel>
        <Panel title="Contents">
          <Facts>
            <Fact name="People">
              <Link to="/admin/people" className="link">
                {formatCount(accounts['user'] ?? 0)}
              </Link>
              {state.suspended > 0 ? ` and ${formatCount(state.suspended)} suspended` : ''}
            </Fact>
            <Fact name="Organizations">
              <Link to="/admin/organizations" className="link">
                {formatCount(accounts['org'] ?? 0)}
              </Link>
            </Fact>
            <Fact name="Service accounts">{formatCount(accounts['robot'] ?? 0)}</Fact>
            <Fact name="Repositories">
              {countOf(repos['model'], 'model')}, {countOf(repos['dataset'], 'dataset')}, {countOf(repos['space'], 'Space')}
            </Fact>
            <Fact name="Large files">{formatBytes(state.largeBytes)}</Fact>
            <Fact name="Git objects">{formatBytes(state.gitBytes)}</Fact>
          </Facts>
        </Panel>
        <Panel title="Backup and verification">
          <Facts>
            <Fact name="Last backup">
              {backup === null ? (
                'none'
              ) : (
                <>
                  <Time iso={backup.startedAt} form="minute" />, {backup.state}
                </>
              )}
            </Fact>
            <Fact name="Scheduled">{state.backupEveryHours === null ? 'no' : `every ${state.backupEveryHours} hours`}</Fact>
            <Fact name="Restore rehearsed">{state.rehearsedAt === null ? 'never' : <Time iso={state.rehearsedAt} />}</Fact>
            <Fact name="Verification">
              {verification === null ? 'has not begun' : `${Math.floor(verification.share * 100)}% of this round`}
              {verification?.endedAt ? (
                <>
                  , last complete round <Time iso={verification.endedAt} />
                </>
              ) : null}
            </Fact>
            <Fact name="Damage found">
              {state.damages === 0 ? (
                'none'
              ) : (
                <Link to="/admin/storage" className="link">
                  {formatCount(state.damages)}
                </Link>
              )}
            </Fact>
          </Facts>
        </Panel>
        <Panel title="Background work">
          <Facts>
            <Fact name="Webhook messages waiting">
              <Link to="/admin/jobs" className="link">
                {formatCount(state.waitingDeliveries)}
              </Link>
            </Fact>
            <Fact name="Last garbage collection">
              {state.collectedAt === null ? (
                'none'
              ) : (
                <>
                  <Time iso={state.collectedAt} form="minute" />, {formatBytes(state.freedBytes)} freed
                </>
              )}
            </Fact>
          </Facts>
        </Panel>
      </div>
    </AdminFrame>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1.5">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function countOf(n: number | undefined, what: string): string {
  return `${formatCount(n ?? 0)} ${what}${n === 1 ? '' : 's'}`
}
