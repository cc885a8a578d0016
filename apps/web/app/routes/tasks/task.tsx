import type { RepoCardView, TaskPage } from '@portolan/pages'
import { data, Link } from 'react-router'
import type { Route } from './+types/task'
import { TaskDemo } from './demo.tsx'
import { StartCodePanel } from './start-code.tsx'
import { startCode } from './start-code.server.ts'
import { RepoList } from '../../features/repo-list.tsx'
import { choiceCookie, codeChoice } from '../../lib/code-choice.ts'
import { preferenceCookie, readCookie } from '../../lib/cookies.ts'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segments } from '../../ui/tabs.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const parameters = new URL(request.url).searchParams
  const found = await orErrorPage(() => hub.task(params.task, parameters.get('sort') === 'downloads' ? 'downloads' : 'likes'))
  const { choice, changed } = codeChoice(parameters, readCookie(request, choiceCookie))
  const { example, ...page } = found
  return data(
    {
      page,
      code: startCode(hub, found, choice),
      example: example === null ? null : { fullName: example.fullName, path: example.path },
      library: parameters.get('library'),
    },
    changed === null ? undefined : { headers: { 'Set-Cookie': preferenceCookie(choiceCookie, changed) } },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.page.label} · Portolan` : 'Portolan' },
  { name: 'description', content: loaderData?.page.summary ?? 'A task' },
]

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

type Page = Omit<TaskPage, 'example'>

export default function TaskRoute({ loaderData: { page, code, example, library } }: Route.ComponentProps) {
  /** Returns the URL with one choice changed; defaults are left out. */
  const to = (change: { library?: string; sort?: string }) => {
    const query = new URLSearchParams()
    const chosen = { library, sort: page.sort as string, ...change }
    if (chosen.library !== null) query.set('library', chosen.library)
    if (chosen.sort !== 'likes') query.set('sort', chosen.sort)
    return query.size === 0 ? `/tasks/${page.id}` : `?${query.toString()}`
  }
  return (
    <>
      <Head page={page} />
      <main id="main" className="page py-6">
        <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <div className="grid min-w-0 content-start gap-8">
            <p className="max-w-prose text-lg">{page.summary}</p>
            <Panel title="Example">
              <TaskDemo task={page.id} demo={page.demo} />
              <dl className="mt-5 grid gap-x-8 gap-y-3 border-t border-line pt-4 text-sm md:grid-cols-2">
                <div>
                  <dt className="font-semibold">What goes in</dt>
                  <dd className="text-soft">{page.input}</dd>
                </div>
                <div>
                  <dt className="font-semibold">What comes out</dt>
                  <dd className="text-soft">{page.output}</dd>
                </div>
              </dl>
            </Panel>
            <Words title="What it is used for" words={page.uses.map(({ title, text }) => ({ name: title, text }))} />
            <Metrics metrics={page.metrics} />
            <Words title="Variants" words={page.variants} />
            {page.subtasks.length > 0 ? <Subtasks page={page} /> : null}
          </div>
          <aside aria-label="Code and related tasks" className="grid min-w-0 content-start gap-5">
            {code ? <StartCodePanel code={code} example={example} to={(id) => to({ library: id })} /> : null}
            <Libraries page={page} />
            <Panel title="Related tasks">
              <ul className="flex flex-wrap gap-1.5">
                {page.related.map(({ id, label }) => (
                  <li key={id}>
                    <Badge tone="sea" to={`/tasks/${id}`}>
                      {label}
                    </Badge>
                  </li>
                ))}
              </ul>
            </Panel>
          </aside>
        </div>
        <Shelves page={page} to={(sort) => to({ sort })} />
      </main>
    </>
  )
}

function Head({ page }: { page: Page }) {
  return (
    <section aria-label="Task" className="border-b border-line">
      <div className="page pt-6 pb-5">
        <p className="mb-1">
          <Link to={`/tasks#${page.modality.id}`} className="panel-title text-soft no-underline hover:text-ink">
            Tasks, {page.modality.label}
          </Link>
        </p>
        <h1 className="display text-3xl break-words sm:text-4xl">{page.label}</h1>
        <div className="mt-3 flex flex-wrap items-center gap-1.5">
          <Badge>
            <code className="font-mono text-xs">{page.id}</code>
          </Badge>
          {page.runsInBrowser ? <Badge tone="good">Runs in the browser</Badge> : null}
          {page.canonical ? (
            <Badge tone="sea" to={`/tasks/${page.canonical.id}`}>
              A case of {page.canonical.label}
            </Badge>
          ) : null}
        </div>
        <p className="mt-4 flex flex-wrap gap-2">
          <LinkButton small {...(page.counts.models > 0 ? { look: 'primary' } : {})} to={page.links.models}>
            {counted(page.counts.models, 'model')}
          </LinkButton>
          <LinkButton small to={page.links.datasets}>
            {counted(page.counts.datasets, 'dataset')}
          </LinkButton>
        </p>
      </div>
    </section>
  )
}

function counted(n: number, what: string): string {
  return n === 0 ? `No ${what}s yet` : `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`
}

function Words({ title, words }: { title: string; words: readonly { readonly name: string; readonly text: string }[] }) {
  return (
    <section aria-label={title}>
      <h2 className="display mb-2 text-2xl">{title}</h2>
      <dl className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {words.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Metrics({ metrics }: { metrics: Page['metrics'] }) {
  return (
    <section aria-label="How it is measured">
      <h2 className="display mb-2 text-2xl">How it is measured</h2>
      <dl className="grid gap-3">
        {metrics.map(({ id, name, description, better }) => (
          <div key={id} className="sheet px-4 py-3">
            <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold">{name}</span>
              <span className="text-sm text-soft">
                {better} is better <code className="ml-2 font-mono text-xs">{id}</code>
              </span>
            </dt>
            <dd className="mt-0.5 text-sm text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Subtasks({ page }: { page: Page }) {
  return (
    <section aria-label="Subtasks of datasets">
      <h2 className="display mb-2 text-2xl">Subtasks of datasets</h2>
      <p className="mb-2 text-sm text-soft">
        Names that a dataset’s card may give in <code className="font-mono">task_ids</code>.
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {page.subtasks.map(({ type, name }) => (
          <li key={type}>
            <Badge to={`/datasets?tag=${encodeURIComponent(`task_ids:${type}`)}`} title={type}>
              {name}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Libraries({ page }: { page: Page }) {
  if (page.libraries.length === 0) return null
  return (
    <Panel title="Libraries">
      <ul className="flex flex-wrap gap-1.5">
        {page.libraries.map((library) => (
          <li key={library}>
            <Badge to={`/models?task=${page.id}&library=${encodeURIComponent(library)}`}>{library}</Badge>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft">Each leads to the models of this hub for it.</p>
    </Panel>
  )
}

function Shelves({ page, to }: { page: Page; to: (sort: string) => string }) {
  const isEmpty = page.models.length + page.datasets.length + page.spaces.length === 0
  if (isEmpty)
    return (
      <p className="mt-10 rounded-lg border border-dashed border-rule px-5 py-6 text-center text-soft">
        Nothing on this hub carries this task yet. Put <code className="font-mono">pipeline_tag: {page.id}</code> on the card of a model, or
        the task under <code className="font-mono">task_categories</code> on that of a dataset.
      </p>
    )
  return (
    <section aria-label="On this hub" className="mt-12 grid gap-8 border-t border-line pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-2xl">On this hub</h2>
        <Segments
          label="Order"
          items={[
            { to: to('likes'), label: 'Most liked', isCurrent: page.sort === 'likes' },
            { to: to('downloads'), label: 'Most downloaded', isCurrent: page.sort === 'downloads' },
          ]}
        />
      </div>
      <Shelf title="Models" repos={page.models} all={`${page.links.models}&sort=${page.sort}`} />
      <Shelf title="Datasets" repos={page.datasets} all={`${page.links.datasets}&sort=${page.sort}`} />
      <Shelf title="Spaces" repos={page.spaces} all={null} />
    </section>
  )
}

function Shelf({ title, repos, all }: { title: string; repos: readonly RepoCardView[]; all: string | null }) {
  if (repos.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between">
        <h2 className="panel-title">{title}</h2>
        {all === null ? null : (
          <Link to={all} className="link text-sm">
            All {title.toLowerCase()}
          </Link>
        )}
      </div>
      <RepoList repos={repos} />
    </section>
  )
}
