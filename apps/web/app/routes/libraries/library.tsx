import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/library'
import { CodePanel } from '../../features/code-panel/code-panel.tsx'
import { LevelBadge } from '../../features/proof/level-badge.tsx'
import { RepoList } from '../../features/repo-list.tsx'
import { taskLabel } from '../../lib/task-label.ts'
import { choiceChange, choiceCookie, codeChoice } from '../../lib/code-choice.ts'
import { preferenceCookie, readCookie } from '../../lib/cookies.ts'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { libraryPage } from './library-page.server.ts'
import { ProofRecord } from './proof-record.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const cookie = readCookie(request, choiceCookie)
  const { choice } = codeChoice(url.searchParams, cookie)
  const page = await libraryPage(hub, params.library, choice, request)
  if (page === null) throw errorPage('snippet.unknown_library', `There is no library ${params.library} in the registry.`)
  if (page.id !== params.library) throw redirect(`/libraries/${page.id}${url.search}`)
  const { keep, ...shown } = page
  // This page determines the library, so it is not saved as the user's choice.
  const changed = choiceChange(url.searchParams, cookie, { client: choice.client, ...keep, library: choice.library, app: choice.app })
  return data(shown, changed === null ? undefined : { headers: { 'Set-Cookie': preferenceCookie(choiceCookie, changed) } })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.label} · Portolan` : 'Portolan' },
  { name: 'description', content: loaderData ? `Code for models of ${loaderData.label}, and what was checked of it` : 'A library' },
]

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

type Page = Route.ComponentProps['loaderData']

export default function LibraryRoute({ loaderData: page }: Route.ComponentProps) {
  const { code, example } = page
  return (
    <>
      <Head page={page} />
      <main id="main" className="page py-6">
        <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,33rem)]">
          <aside aria-label="Code" className="grid min-w-0 content-start gap-3 xl:order-2">
            <p className="text-sm text-soft">
              {example ? (
                <>
                  For{' '}
                  <Link to={example.path} className="link break-words">
                    {example.fullName}
                  </Link>
                  , whose page has every choice of revision and file.
                </>
              ) : (
                'This hub has no model of it yet: an example, in which the name of a model is to be filled in.'
              )}
            </p>
            {code ? <CodePanel code={code} title={example ? 'Code' : 'Code for an example'} /> : null}
          </aside>
          <div className="grid min-w-0 content-start gap-8">
            <ProofRecord page={page} />
            <Panel title="Downloads">
              <p>
                A download of such a model counts when somebody fetches <span className="[overflow-wrap:anywhere]">{page.downloads}</span>,
                once for each caller within five minutes.
              </p>
            </Panel>
            {page.tasks.length > 0 ? (
              <Panel title="Tasks">
                <ul className="flex flex-wrap gap-1.5">
                  {page.tasks.map((task) => (
                    <li key={task}>
                      <Badge tone="sea" to={`/tasks/${task}`}>
                        {taskLabel(task)}
                      </Badge>
                    </li>
                  ))}
                </ul>
              </Panel>
            ) : null}
          </div>
        </div>
        <Models page={page} />
      </main>
    </>
  )
}

function Head({ page }: { page: Page }) {
  return (
    <section aria-label="Library" className="border-b border-line">
      <div className="page pt-6 pb-5">
        <p className="mb-1">
          <Link to="/libraries" className="panel-title text-soft no-underline hover:text-ink">
            Libraries
          </Link>
        </p>
        <h1 className="display text-3xl break-words sm:text-4xl">{page.label}</h1>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <Badge>
            <code className="font-mono text-xs">{page.id}</code>
          </Badge>
          {page.hasCode ? <LevelBadge level={page.level} /> : <Badge>Files only</Badge>}
        </div>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          {page.docs ? (
            <a href={page.docs} rel="noreferrer" className="link">
              Documentation
            </a>
          ) : null}
          <a href={page.repo} rel="noreferrer" className="link break-words">
            {page.repo.replace(/^https?:\/\//, '')}
          </a>
          {page.aliases.length > 0 ? <span className="text-soft">Cards also call it {page.aliases.join(', ')}</span> : null}
        </p>
      </div>
    </section>
  )
}

function Models({ page }: { page: Page }) {
  const { models, total, allModels } = page
  return (
    <section aria-labelledby="models" className="mt-10">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="models" className="display text-2xl">
          On this hub
        </h2>
        {models.length > 0 ? (
          <Link to={allModels} className="link text-sm">
            {models.length < total.n || !total.exact ? `All ${formatCount(total.n)}${total.exact ? '' : ' or more'} models` : 'As a list'}
          </Link>
        ) : null}
      </div>
      {models.length > 0 ? <RepoList repos={models} /> : <p className="text-soft">No model here names it yet.</p>}
    </section>
  )
}
