import { redirect } from 'react-router'
import type { Route } from './+types/commits'
import { CommitList } from '../../features/commit-list.tsx'
import { PathBar } from '../../features/path-bar.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const number = Number(url.searchParams.get('p') ?? '0')
  const at = Number.isInteger(number) && number >= 0 ? number : 0
  const page = await orErrorPage(() =>
    context.get(hubContext).commits(typeOfPath(url.pathname), `${params.owner}/${params.name}`, params['*'] ?? '', at),
  )
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'commits', page.revision))
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Commits of ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function CommitsRoute({ loaderData: page }: Route.ComponentProps) {
  const { header } = page
  return (
    <>
      <RepoHeader repo={header} revision={page.revision} />
      <main id="main" className="page py-6">
        <PathBar page={page} view="commits" />
        <h2 className="mb-3 display text-xl">
          {page.total} {page.total === 1 ? 'commit' : 'commits'}
        </h2>
        <CommitList commits={page.commits} repoPath={header.path} />
        <nav aria-label="Pages" className="mt-4 flex justify-between">
          {page.page > 0 ? <LinkButton to={`?p=${page.page - 1}`}>Newer</LinkButton> : <span />}
          {page.page + 1 < page.pages ? <LinkButton to={`?p=${page.page + 1}`}>Older</LinkButton> : null}
        </nav>
      </main>
    </>
  )
}
