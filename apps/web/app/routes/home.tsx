import { Link } from 'react-router'
import type { Route } from './+types/home'
import { RepoList } from '../features/repo-list.tsx'
import { formatCount } from '../lib/format.ts'
import { hubContext } from '../lib/hub-context.ts'
import { LinkButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Empty } from '../ui/panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  return { page: await hub.home(), origin: hub.origin, viewer: hub.viewer }
}

export default function Home({ loaderData: { page, origin, viewer } }: Route.ComponentProps) {
  const exportLine = `export HF_ENDPOINT=${origin}\n`
  const count = ({ n, exact }: { n: number; exact: boolean }, what: string) =>
    `${formatCount(n)}${exact ? '' : '+'} ${what}${n === 1 ? '' : 's'}`
  const isEmpty = page.totals.model.n + page.totals.dataset.n + page.totals.space.n === 0
  // One heading of the first level a page.
  const Title = viewer ? 'p' : 'h1'
  return (
    <main id="main">
      {viewer ? <h1 className="sr-only">Home</h1> : null}
      {viewer && page.own.length > 0 ? null : (
        <section className="rhumbs border-b border-line">
          <div className="page grid items-center gap-8  py-12 lg:grid-cols-[1.1fr_1fr] lg:py-16">
            <div>
              <Title className="max-w-[18ch] display text-4xl sm:text-5xl">Find the model. Copy code that runs.</Title>
              <p className="mt-4 max-w-prose text-lg text-soft">
                {count(page.totals.model, 'model')}, {count(page.totals.dataset, 'dataset')} and {count(page.totals.space, 'app')} on your
                own hub. Every page shows code that names this hub, the revision and the login it needs.
              </p>
              <div className="mt-6 flex flex-wrap gap-3">
                <LinkButton look="primary" to="/models">
                  Browse models
                </LinkButton>
                {viewer ? <LinkButton to="/new">New repository</LinkButton> : <LinkButton to="/sign-up">Create an account</LinkButton>}
              </div>
            </div>
            <div className="sheet min-w-0 p-4">
              <div className="flex items-center justify-between gap-2">
                <h2 className="panel-title">Connect your tools</h2>
                <CopyButton text={exportLine} what="Address" />
              </div>
              <pre
                className="code-lines mt-1 overflow-x-auto rounded-md border border-line bg-well p-3"
                tabIndex={0}
                aria-label="Address of this hub"
              >
                {exportLine}
              </pre>
              <p className="mt-2 text-sm text-soft">
                The <code className="font-mono">hf</code> command, huggingface_hub, transformers and datasets then work unchanged. Sign in
                with <code className="font-mono">hf auth login</code> and a token from your settings.
              </p>
            </div>
          </div>
        </section>
      )}
      <div className="page grid gap-8 py-8">
        {isEmpty ? (
          <Empty title="The chart is still blank">
            <p>
              Create a repository, or run <code className="font-mono">npm run demo</code> to fill the hub with real models and datasets.
            </p>
          </Empty>
        ) : null}
        {viewer ? <Shelf title="Your repositories" to={`/${viewer.name}`} more="All of yours" repos={page.own} /> : null}
        {viewer ? (
          <Shelf title="From those you follow" to={`/users/${viewer.name}/following`} more="Whom you follow" repos={page.followed} />
        ) : null}
        <Shelf title="Models" to="/models" repos={page.models} />
        <Shelf title="Datasets" to="/datasets" repos={page.datasets} />
        <Shelf title="Spaces" to="/spaces" repos={page.spaces} />
      </div>
    </main>
  )
}

function Shelf({
  title,
  to,
  more,
  repos,
}: {
  title: string
  to: string
  more?: string
  repos: Route.ComponentProps['loaderData']['page']['models']
}) {
  if (repos.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between">
        <h2 className="display text-2xl">{title}</h2>
        <Link to={to} className="text-sea">
          {more ?? `All ${title.toLowerCase()}`}
        </Link>
      </div>
      <RepoList repos={repos} />
    </section>
  )
}
