import { GitBranch, GitCompareArrows } from 'lucide-react'
import { redirect } from 'react-router'
import type { Route } from './+types/commits'
import { CommitList } from '../../features/commit-list.tsx'
import { FileViews } from '../../features/file-views.tsx'
import { PathBar } from '../../features/path-bar.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const number = Number(url.searchParams.get('p') ?? '0')
  const at = Number.isInteger(number) && number >= 0 ? number : 0
  const page = await orErrorPage(() =>
    context.get(hubContext).commits(typeOfPath(url.pathname), `${params.owner}/${params.name}`, params['*'] ?? '', at),
  )
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'commits', page.revision, page.path))
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Commits of ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function CommitsRoute({ loaderData: page }: Route.ComponentProps) {
  const { header } = page
  return (
    <>
      <RepoHeader repo={header} revision={page.revision} />
      <main id="main" className="page py-6">
        <PathBar page={page} view="commits">
          {page.path !== '' && page.kind === 'file' ? (
            <FileViews repoPath={header.path} revision={page.revision} path={page.path} current="commits" />
          ) : null}
          {page.path === '' ? (
            <>
              <LinkButton small to={`${header.path}/branches`}>
                <GitBranch size={15} aria-hidden="true" />
                Branches and tags
              </LinkButton>
              <LinkButton small to={`${header.path}/compare`}>
                <GitCompareArrows size={15} aria-hidden="true" />
                Compare
              </LinkButton>
            </>
          ) : null}
        </PathBar>
        <h2 className="mb-3 display text-xl">
          {page.total === null ? 'Commits that changed it' : `${page.total} ${page.total === 1 ? 'commit' : 'commits'}`}
        </h2>
        {page.path !== '' && page.kind === null ? <p className="mb-3 text-soft">It is not there any more on {page.revision}.</p> : null}
        <CommitList commits={page.commits} repoPath={header.path} path={page.path} view={page.kind === 'folder' ? 'tree' : 'blob'} />
        <Pagination
          previous={page.page > 0 ? `?p=${page.page - 1}` : null}
          next={page.more ? `?p=${page.page + 1}` : null}
          previousLabel="Newer"
          nextLabel="Older"
        />
      </main>
    </>
  )
}
