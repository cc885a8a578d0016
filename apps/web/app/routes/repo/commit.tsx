import { FileDiff, FolderTree } from 'lucide-react'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/commit'
import { DiffList } from '../../features/diff/diff-list.tsx'
import { askedFile, shownDiff } from '../../features/diff/shown-diff.server.ts'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AnchorButton, LinkButton } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await orErrorPage(() =>
    context
      .get(hubContext)
      .commit(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params.oid, askedFile(request)),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/commit/${page.commit.id}`)
  return { ...page, diff: shownDiff(page.diff, request) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.commit.title ?? 'Commit'} · Portolan` }]

export default function CommitRoute({ loaderData: { header, commit, diff } }: Route.ComponentProps) {
  const patch = `${header.path}/commit/${commit.id}`
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        <div className="sheet mb-5 px-5 py-4">
          <h2 className="display text-xl break-words">{commit.title}</h2>
          {commit.message ? <p className="mt-2 whitespace-pre-wrap">{commit.message}</p> : null}
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
            <span className="flex items-center gap-2">
              <Avatar name={commit.author} size={22} />
              <span>
                {commit.author}, <Time iso={commit.date} />
              </span>
            </span>
            <span className="font-mono break-all">{commit.id}</span>
            {commit.parents.map((parent) => (
              <Link key={parent} to={`${header.path}/commit/${parent}`} className="text-sea">
                parent <span className="font-mono">{parent.slice(0, 7)}</span>
              </Link>
            ))}
          </p>
          <p className="mt-3 flex flex-wrap gap-2">
            <LinkButton small to={filePath(header.path, 'tree', commit.id)}>
              <FolderTree size={15} aria-hidden="true" />
              Files at this commit
            </LinkButton>
            {header.viewer.canReadContent ? (
              <>
                <AnchorButton small href={`${patch}.patch`}>
                  <FileDiff size={15} aria-hidden="true" />
                  Patch
                </AnchorButton>
                <AnchorButton small href={`${patch}.diff`}>
                  Diff
                </AnchorButton>
              </>
            ) : null}
          </p>
          {commit.parents.length > 1 ? (
            <p className="mt-3 text-sm text-soft">A merge: what follows is compared with its first parent.</p>
          ) : null}
        </div>
        <DiffList diff={diff} repoPath={header.path} />
      </main>
    </>
  )
}
