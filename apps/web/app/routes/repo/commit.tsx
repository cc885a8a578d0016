import { Link, redirect } from 'react-router'
import type { Route } from './+types/commit'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await orErrorPage(() =>
    context.get(hubContext).commit(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params.oid),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/commit/${page.commit.id}`)
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.commit.title ?? 'Commit'} · Portolan` }]

const marks = { added: ['+', 'text-good', 'added'], removed: ['−', 'text-bad', 'removed'], changed: ['~', 'text-warn', 'changed'] } as const

export default function CommitRoute({ loaderData: { header, commit, changes, truncated } }: Route.ComponentProps) {
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        <div className="sheet mb-4 px-5 py-4">
          <h2 className="display text-xl break-words">{commit.title}</h2>
          {commit.message ? <p className="mt-2 whitespace-pre-wrap">{commit.message}</p> : null}
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft">
            <span>
              {commit.author}, <Time iso={commit.date} />
            </span>
            <span className="font-mono break-all">{commit.id}</span>
            {commit.parents.map((parent) => (
              <Link key={parent} to={`${header.path}/commit/${parent}`} className="text-sea">
                parent {parent.slice(0, 7)}
              </Link>
            ))}
            <LinkButton small to={filePath(header.path, 'tree', commit.id)}>
              Files at this commit
            </LinkButton>
          </p>
        </div>
        <h3 className="mb-2 font-semibold">
          {changes.length}
          {truncated ? '+' : ''} changed {changes.length === 1 ? 'file' : 'files'}
        </h3>
        <ul className="sheet divide-y divide-line font-mono text-sm">
          {changes.map(({ path, status }) => {
            const [mark, color, word] = marks[status]
            return (
              <li key={path} className="flex gap-3 px-4 py-2">
                <span className={color} title={word} aria-label={word}>
                  {mark}
                </span>
                {status === 'removed' ? (
                  <span className="min-w-0 break-all">{path}</span>
                ) : (
                  <Link to={filePath(header.path, 'blob', commit.id, path)} className="min-w-0 break-all text-ink">
                    {path}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      </main>
    </>
  )
}
