import { Link, redirect } from 'react-router'
import type { Route } from './+types/search'
import { RepoList } from '../features/repo-list.tsx'
import { hubContext } from '../lib/hub-context.ts'
import { orErrorPage } from '../lib/page-error.ts'
import { listingPaths } from '../lib/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Empty } from '../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get('q')?.trim() ?? ''
  const page = await orErrorPage(() => context.get(hubContext).search(q))
  // If exactly one result has the query as its full name, redirect to it.
  const exact = [...page.models, ...page.datasets, ...page.spaces].filter(({ fullName }) => fullName.toLowerCase() === q.toLowerCase())
  if (exact.length === 1 && exact[0]) throw redirect(exact[0].path)
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.q ? `“${loaderData.q}”` : 'Search'} · Portolan` }]

export default function SearchRoute({ loaderData: page }: Route.ComponentProps) {
  const kinds = [
    ['Models', page.models, listingPaths.model],
    ['Datasets', page.datasets, listingPaths.dataset],
    ['Spaces', page.spaces, listingPaths.space],
  ] as const
  const isEmpty = kinds.every(([, repos]) => repos.length === 0) && page.accounts.length === 0
  return (
    <main id="main" className="page grid gap-8  py-6">
      <h1 className="display text-3xl break-words">{page.q === '' ? 'Search' : `“${page.q}”`}</h1>
      {isEmpty ? (
        <Empty title={page.q === '' ? 'Search models, datasets and accounts' : `No results for “${page.q}”`}>
          {page.q === '' ? null : (
            <p>
              Try a shorter piece of the name, or browse by{' '}
              <Link to={`/tasks?q=${encodeURIComponent(page.q)}`} className="link">
                task
              </Link>
              .
            </p>
          )}
        </Empty>
      ) : null}
      {kinds.map(([title, repos, path]) =>
        repos.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <div className="mb-3 flex items-baseline justify-between">
              <h2 className="display text-xl">{title}</h2>
              <Link to={`${path}?q=${encodeURIComponent(page.q)}`} className="text-sea">
                All
              </Link>
            </div>
            <RepoList repos={repos} />
          </section>
        ),
      )}
      {page.related && page.related.length > 0 ? (
        <section aria-labelledby="related">
          <h2 id="related" className="display text-xl">
            Near in meaning
          </h2>
          <p className="mb-3 text-sm text-soft">Models whose cards speak of it in other words.</p>
          <RepoList repos={page.related} />
        </section>
      ) : null}
      {page.accounts.length > 0 ? (
        <section aria-label="People and organizations">
          <h2 className="mb-3 display text-xl">People and organizations</h2>
          <ul className="flex flex-wrap gap-3">
            {page.accounts.map(({ name, fullname, kind }) => (
              <li key={name}>
                <Link to={`/${name}`} className="sheet flex items-center gap-3 px-4 py-2 text-ink no-underline hover:border-rule">
                  <Avatar name={name} size={32} />
                  <span>
                    {fullname} <span className="text-soft">{kind === 'org' ? 'organization' : ''}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </main>
  )
}
