import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/card'
import { codeData } from '../../features/code-panel/code-data.server.ts'
import { CodePanel } from '../../features/code-panel/code-panel.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { ServerHtml } from '../../features/server-html.tsx'
import { choiceCookie, codeChoice } from '../../lib/code-choice.ts'
import { preferenceCookie, readCookie } from '../../lib/cookies.ts'
import { formatBytes, formatCount, formatParams } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeNames, typeOfPath } from '../../lib/paths.ts'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const page = await orErrorPage(() => hub.card(typeOfPath(url.pathname), `${params.owner}/${params.name}`))
  if (page.movedTo) throw redirect(page.movedTo + url.search)
  const { choice, changed } = codeChoice(url.searchParams, readCookie(request, choiceCookie))
  const asked = url.searchParams.get('revision')
  const revision = asked !== null && (page.branches.includes(asked) || asked === page.commitOid) ? asked : 'main'
  const code = codeData(hub, page, choice, revision, revision === page.commitOid)
  const { record: _record, ...shown } = page
  return data(
    { page: shown, code, origin: hub.origin },
    changed === null ? undefined : { headers: { 'Set-Cookie': preferenceCookie(choiceCookie, changed) } },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const header = loaderData?.page.header
  return [
    { title: header ? `${header.fullName} · Portolan` : 'Portolan' },
    { name: 'description', content: header?.summary ?? `${header?.fullName ?? 'A repository'} on Portolan` },
  ]
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function CardRoute({ loaderData: { page, code, origin } }: Route.ComponentProps) {
  const { header } = page
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="mx-auto grid w-full max-w-7xl gap-8 px-4 py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]">
        <div className="order-2 min-w-0 lg:order-none">
          <Warnings warnings={page.warnings} repoPath={header.path} />
          {page.metadata.length > 0 ? <Metadata rows={page.metadata} /> : null}
          {page.cardHtml !== null ? <ServerHtml html={page.cardHtml} className="prose card" /> : <NoCard page={page} origin={origin} />}
        </div>
        <aside className="order-1 grid min-w-0 content-start gap-5 lg:order-none">
          {code ? (
            <CodePanel
              code={code}
              title={`Use this ${typeNames[header.type].toLowerCase()}`}
              branches={page.branches}
              commitOid={page.commitOid}
            />
          ) : null}
          <Facts page={page} />
        </aside>
      </main>
    </>
  )
}

type Page = Route.ComponentProps['loaderData']['page']

function Warnings({ warnings, repoPath }: { warnings: Page['warnings']; repoPath: string }) {
  if (warnings.length === 0) return null
  return (
    <div role="note" className="mb-5 border-l-3 border-warn bg-warn-well px-4 py-3">
      <p className="font-semibold">Some files could not be read as they are</p>
      <ul className="mt-1 grid gap-1 text-sm">
        {warnings.map((warning) => (
          <li key={`${warning.path}${warning.message}`}>
            <Link to={filePath(repoPath, 'blob', 'main', warning.path)} className="text-sea">
              {warning.path}
            </Link>
            {warning.line ? `, line ${warning.line}` : ''}: {warning.message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Metadata({ rows }: { rows: Page['metadata'] }) {
  return (
    <details className="sheet mb-5 px-4 py-2">
      <summary className="list-none text-sm font-semibold text-soft">Metadata ({rows.length})</summary>
      <table className="mt-2 w-full text-sm">
        <tbody>
          {rows.map(({ key, value }) => (
            <tr key={key} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pr-4 text-left font-medium whitespace-nowrap">
                {key}
              </th>
              <td className="py-1.5 break-words">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function NoCard({ page, origin }: { page: Page; origin: string }) {
  const { header } = page
  const type = header.type === 'model' ? '' : ` --repo-type ${header.type}`
  return (
    <Empty title={page.fileCount <= 1 ? 'An empty chart' : 'There is no card yet'}>
      {header.viewer.canWrite ? (
        <div className="mx-auto grid max-w-xl gap-3 text-left">
          <p>
            <Link to={filePath(header.path, 'upload', 'main')} className="text-sea">
              Upload files in the browser
            </Link>
            , or with the command line:
          </p>
          <pre className="code-lines overflow-x-auto rounded-md border border-line bg-well p-3">{`export HF_ENDPOINT=${origin}\nhf auth login\nhf upload ${header.fullName} ./folder${type}\n`}</pre>
          <p>A README.md with a title and a few lines becomes the card.</p>
        </div>
      ) : (
        <p>Its owner has not written a README.md.</p>
      )}
    </Empty>
  )
}

function Facts({ page }: { page: Page }) {
  const { header, facts } = page
  const rows: readonly (readonly [label: string, value: React.ReactNode])[] = [
    ['Parameters', header.params === null ? null : formatParams(header.params)],
    [
      'Tensor types',
      facts.tensorTypes.length === 0 ? null : facts.tensorTypes.map(({ type, count }) => `${type} (${formatParams(count)})`).join(', '),
    ],
    ['Architecture', facts.architecture],
    ['Context length', facts.contextLength === null ? null : formatCount(facts.contextLength)],
    ['Size', formatBytes(header.storageBytes)],
    ['Files', String(page.fileCount)],
    ['Languages', facts.languages.length === 0 ? null : facts.languages.slice(0, 12).join(', ')],
    ['Licence', header.license],
    ['Updated', <Time key="u" iso={header.updatedAt} />],
  ]
  return (
    <Panel title="Facts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">Downloads, 30 days</dt>
        <dd className="flex flex-wrap items-center justify-end gap-3 text-right">
          {page.downloadHistory.some((n) => n > 0) ? <Sparkline values={page.downloadHistory} /> : null}
          <strong>{formatCount(header.downloads)}</strong>
        </dd>
        {rows
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0 text-right break-words">{value}</dd>
            </div>
          ))}
        {facts.baseModels ? (
          <div className="contents">
            <dt className="text-soft">Base model ({facts.baseModels.relation})</dt>
            <dd className="min-w-0 text-right break-words">
              {facts.baseModels.ids.map((id) => (
                <Link key={id} to={`/${id}`} className="block text-sea">
                  {id}
                </Link>
              ))}
            </dd>
          </div>
        ) : null}
        {facts.datasets.length > 0 ? (
          <div className="contents">
            <dt className="text-soft">Datasets</dt>
            <dd className="min-w-0 text-right break-words">{facts.datasets.slice(0, 8).join(', ')}</dd>
          </div>
        ) : null}
      </dl>
    </Panel>
  )
}
