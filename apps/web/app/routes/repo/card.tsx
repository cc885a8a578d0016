import { lazy, Suspense } from 'react'
import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/card'
import { fileAddress } from '../../features/code-panel/code-address.ts'
import { codeData } from '../../features/code-panel/code-data.server.ts'
import { callChoice } from '../../features/inference-code/call-choice.server.ts'
import { callData } from '../../features/inference-code/call-data.server.ts'
import { ModeSwitch } from '../../features/inference-code/mode-switch.tsx'
import { CodePanel } from '../../features/code-panel/code-panel.tsx'
import { machineChoice, machineCookie, machineParameters } from '../../features/machine-fit/machine-choice.server.ts'
import { machineFit } from '../../features/machine-fit/machine-fit.server.ts'
import { MachineFit } from '../../features/machine-fit/machine-fit.tsx'
import { quantizationTable } from '../../features/quantizations/quantization-rows.server.ts'
import { Quantizations } from '../../features/quantizations/quantizations.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { SimilarModels } from '../../features/similar-models.tsx'
import { widgetData } from '../../features/widget/widget-data.server.ts'
import { WidgetSection } from '../../features/widget/widget-section.tsx'
import { SpaceFrame } from '../../features/space/space-frame.tsx'
import { LinkedRepos, SpacePanels, UsedInSpaces } from '../../features/space/space-panels.tsx'
import { ServerHtml } from '../../features/server-html.tsx'
import { choiceChange, choiceCookie, codeChoice } from '../../lib/code-choice.ts'
import { preferenceCookie, readCookie } from '../../lib/cookies.ts'
import { formatBytes, formatCount, formatParams } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeNames, typeOfPath } from '../../lib/paths.ts'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Time } from '../../ui/time.tsx'

/** Lazy, because most readers of the page want to load the model, not call it. */
const CallPanel = lazy(() => import('../../features/inference-code/call-panel.tsx'))
/** Lazy, because few models have results. */
const Results = lazy(() => import('../../features/results.tsx'))
/** Lazy, because only datasets have rows. */
const FirstRows = lazy(() => import('../../features/table-view/first-rows.tsx'))

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const page = await orErrorPage(() => hub.card(typeOfPath(url.pathname), `${params.owner}/${params.name}`))
  if (page.movedTo) throw redirect(page.movedTo + url.search)
  const cookie = readCookie(request, choiceCookie)
  const { choice } = codeChoice(url.searchParams, cookie)
  const asked = url.searchParams.get('revision')
  const revision = asked !== null && (page.branches.includes(asked) || asked === page.commitOid) ? asked : 'main'
  const machine = machineChoice(url.searchParams, readCookie(request, machineCookie))
  const panel = codeData(hub, page, {
    choice,
    revision,
    pinned: revision === page.commitOid,
    file: url.searchParams.get('file'),
    keep: machineParameters(url.searchParams),
    request,
  })
  const changed = panel && choiceChange(url.searchParams, cookie, { ...panel.keep, client: choice.client })
  const headers = new Headers()
  if (changed !== null) headers.append('Set-Cookie', preferenceCookie(choiceCookie, changed))
  if (machine.changed !== null) headers.append('Set-Cookie', preferenceCookie(machineCookie, machine.changed))
  // entry.server.tsx adds the origin to the page's policy and removes the header.
  if (page.space?.src?.startsWith('http') === true) headers.set('Portolan-Frame', new URL(page.space.src).origin)
  const { record: _record, weights: _weights, quantizations, ...shown } = page
  const inference = page.header.type === 'model' ? await hub.inference(page.header.fullName) : null
  const call = callData(hub, page, {
    inference,
    call: callChoice(url.searchParams, choice),
    choice,
    keep: machineParameters(url.searchParams),
    request,
  })
  return data(
    {
      page: shown,
      code: panel?.code ?? null,
      machine: machineFit(page, machine.choice, panel?.code.file ?? null, Number(url.searchParams.get('context'))),
      origin: hub.origin,
      call,
      widget: widgetData(page, inference),
      quantizations: quantizationTable(quantizations, page.header.path),
      firstRows: page.header.type === 'dataset' ? await hub.firstRows(page.header.fullName) : null,
    },
    { headers },
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

export default function CardRoute({
  loaderData: { page, call, code, firstRows, machine, origin, quantizations, widget },
}: Route.ComponentProps) {
  const { header } = page
  return (
    <>
      <RepoHeader repo={header} shown={{ revision: 'main', commitOid: page.commitOid }} />
      <main id="main" className="page py-4">
        {page.space ? <SpaceFrame space={page.space} name={header.fullName} /> : null}
        <Facts page={page} />
        <div className="mt-4 grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,35rem)]">
          <div className="min-w-0 max-lg:order-2">
            {widget ? (
              <div className="mb-8">
                <WidgetSection data={widget} call={call} />
              </div>
            ) : null}
            {firstRows ? (
              <Suspense>
                <FirstRows data={firstRows} path={header.path} />
              </Suspense>
            ) : null}
            <Warnings warnings={page.warnings} repoPath={header.path} />
            <Outline toc={page.toc} />
            {page.cardHtml !== null ? <ServerHtml html={page.cardHtml} className="prose card" /> : <NoCard page={page} origin={origin} />}
            {page.metadata.length > 0 ? <Metadata rows={page.metadata} /> : null}
          </div>
          <aside aria-label="Use and origins" className="grid min-w-0 content-start gap-5">
            {call?.panel ? (
              <Suspense>
                <CallPanel model={header.fullName} title="Use this model" data={call} panel={call.panel} />
              </Suspense>
            ) : code ? (
              <CodePanel
                code={code}
                title={`Use this ${typeNames[header.type].toLowerCase()}`}
                beside={call ? <ModeSwitch parameters={code.parameters} isCall={false} /> : null}
                branches={page.branches}
                commitOid={page.commitOid}
              />
            ) : null}
            {machine ? <MachineFit fit={machine} parameters={code?.parameters ?? {}} /> : null}
            {quantizations ? (
              <Quantizations
                table={quantizations}
                filesPath={filePath(header.path, 'tree', 'main')}
                toFile={code && code.files.length > 0 ? (path) => fileAddress(code, path) : undefined}
              />
            ) : null}
            {page.facts.chatTemplate ? (
              <Panel title="Chat template">
                <p className="text-sm">
                  How a conversation becomes the text that this model reads:{' '}
                  <Link to={`${header.path}/chat-template`} className="link">
                    read the template and try it
                  </Link>
                  .
                </p>
              </Panel>
            ) : null}
            {page.facts.results.length > 0 ? (
              <Suspense>
                <Results groups={page.facts.results} />
              </Suspense>
            ) : null}
            {page.space ? <SpacePanels space={page.space} /> : <Lineage page={page} />}
            <UsedInSpaces spaces={page.spaces} />
            <SimilarModels models={page.similar} />
          </aside>
        </div>
      </main>
    </>
  )
}

type Page = Route.ComponentProps['loaderData']['page']

function Warnings({ warnings, repoPath }: { warnings: Page['warnings']; repoPath: string }) {
  if (warnings.length === 0) return null
  return (
    <div role="note" className="mb-5 border-l-3 border-warn bg-warn-well px-4 py-3">
      <p className="font-semibold">Some files could not be read</p>
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

/** Shorter cards are read faster than their outline. */
const minHeadings = 5

/** The headings of a card, as links. */
function Outline({ toc }: { toc: Page['toc'] }) {
  if (toc.length < minHeadings) return null
  return (
    <details className="sheet mb-5 px-4 py-2">
      <summary className="text-sm font-semibold text-soft">On this page</summary>
      <ol className="mt-1 grid gap-0.5 pb-1 text-sm">
        {toc.map(({ id, text, depth }) => (
          <li key={id} className={depth > 3 ? 'pl-8' : depth > 2 ? 'pl-4' : ''}>
            <a href={`#${encodeURIComponent(id)}`} className="link block truncate">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Metadata({ rows }: { rows: Page['metadata'] }) {
  return (
    <details className="sheet mt-8 px-4 py-2">
      <summary className="text-sm font-semibold text-soft">Metadata ({rows.length})</summary>
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
    <Empty title={page.fileCount <= 1 ? 'This repository is empty' : `No ${typeNames[header.type].toLowerCase()} card yet`}>
      {header.viewer.canWrite ? (
        <div className="mx-auto grid max-w-xl gap-3 text-left">
          <p>
            <Link to={filePath(header.path, 'upload', 'main')} className="text-sea">
              Upload files in the browser
            </Link>
            , or with the command line:
          </p>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Commands"
            className="code-well code-lines"
          >{`export HF_ENDPOINT=${origin}\nhf auth login\nhf upload ${header.fullName} ./folder${type}\n`}</pre>
          <p>A README.md with a title and a few lines becomes the card.</p>
        </div>
      ) : (
        <p>Its owner has not written a README.md.</p>
      )}
    </Empty>
  )
}

/** The repo's key facts on one line. */
function Facts({ page }: { page: Page }) {
  const { header, facts } = page
  const entries: readonly (readonly [label: string, value: React.ReactNode])[] = [
    ['Parameters', header.params === null ? null : formatParams(header.params)],
    ['Tensors', facts.tensorTypes.length === 0 ? null : facts.tensorTypes.map(({ type }) => type).join(', ')],
    ['Architecture', facts.architecture],
    ['Context', facts.contextLength === null ? null : formatCount(facts.contextLength)],
    ['Size', `${formatBytes(header.storageBytes)} in ${page.fileCount} ${page.fileCount === 1 ? 'file' : 'files'}`],
    ['Languages', facts.languages.length === 0 ? null : facts.languages.slice(0, 6).join(', ') + (facts.languages.length > 6 ? ' …' : '')],
    ['Updated', <Time key="updated" iso={header.updatedAt} />],
  ]
  return (
    <dl className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm [&>div]:flex [&>div]:min-w-0 [&>div]:items-center [&>div]:gap-1.5">
      {entries.map(([label, value]) =>
        value === null ? null : (
          <div key={label}>
            <dt className="shrink-0 text-soft">{label}</dt>
            <dd className="min-w-0 truncate font-medium">{value}</dd>
          </div>
        ),
      )}
      <div>
        <dt className="text-soft">Downloads in 30 days</dt>
        <dd className="flex items-center gap-2 font-medium tabular-nums">
          {formatCount(header.downloads)}
          {page.downloadHistory.some((n) => n > 0) ? <Sparkline values={page.downloadHistory} width={96} height={22} /> : null}
        </dd>
      </div>
    </dl>
  )
}

/** The models and datasets it was made from. */
function Lineage({ page: { facts } }: { page: Page }) {
  if (!facts.baseModels && facts.datasets.length === 0) return null
  return (
    <Panel title="Lineage">
      <dl className="grid gap-3 sm:grid-cols-2">
        {facts.baseModels ? <LinkedRepos title={`Base model (${facts.baseModels.relation})`} ids={facts.baseModels.ids} prefix="" /> : null}
        <LinkedRepos title="Trained on" ids={facts.datasets} prefix="/datasets" />
      </dl>
    </Panel>
  )
}
