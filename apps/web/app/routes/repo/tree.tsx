import { File, FilePlus, Folder, GitBranch, History, Upload } from 'lucide-react'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/tree'
import { RepoHeader } from '../../features/repo-header.tsx'
import { PathBar } from '../../features/path-bar.tsx'
import { formatBytes } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const page = await orErrorPage(() =>
    context
      .get(hubContext)
      .tree(typeOfPath(url.pathname), `${params.owner}/${params.name}`, params['*'] ?? '', url.searchParams.get('cursor')),
  )
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'tree', page.revision, page.path))
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.header.fullName ?? 'Files'}: ${loaderData?.path || 'files'} · Portolan` },
]

export default function TreeRoute({ loaderData: page }: Route.ComponentProps) {
  const { header, revision } = page
  return (
    <>
      <RepoHeader repo={header} revision={revision} shown={page} />
      <main id="main" className="page py-6">
        <PathBar page={page} view="tree">
          <LinkButton small to={filePath(header.path, 'commits', revision, page.path)}>
            <History size={15} aria-hidden="true" />
            History
          </LinkButton>
          <LinkButton small to={`${header.path}/branches`}>
            <GitBranch size={15} aria-hidden="true" />
            Branches
          </LinkButton>
          {header.viewer.canWrite ? (
            <LinkButton small to={filePath(header.path, 'new', revision, page.path)}>
              <FilePlus size={15} aria-hidden="true" />
              New file
            </LinkButton>
          ) : null}
          {header.viewer.canWrite ? (
            <LinkButton small to={filePath(header.path, 'upload', revision)}>
              <Upload size={15} aria-hidden="true" />
              Upload
            </LinkButton>
          ) : null}
        </PathBar>
        {page.latest ? (
          <p className="sheet mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <strong>{page.latest.author}</strong>
            <Link to={`${header.path}/commit/${page.latest.id}`} className="min-w-0 grow truncate text-ink">
              {page.latest.title}
            </Link>
            <Link to={`${header.path}/commit/${page.latest.id}`} className="font-mono text-soft">
              {page.latest.id.slice(0, 7)}
            </Link>
            <Time iso={page.latest.date} />
          </p>
        ) : null}
        <table className="sheet w-full table-fixed border-separate border-spacing-0 overflow-hidden">
          <thead className="sr-only">
            <tr>
              <th>Name</th>
              <th>Size</th>
              <th>Last commit</th>
              <th>Date</th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <tr key={row.path} className="hover:bg-well [&>td]:border-t [&>td]:border-line first:[&>td]:border-t-0">
                <td className="w-full px-4 py-2 sm:w-[38%]">
                  <Link
                    to={filePath(header.path, row.kind === 'folder' ? 'tree' : 'blob', revision, row.path)}
                    className="flex min-w-0 items-center gap-2 text-ink no-underline hover:underline"
                  >
                    {row.kind === 'folder' ? (
                      <Folder size={17} aria-label="Folder" className="shrink-0 text-sea" />
                    ) : (
                      <File size={17} aria-label="File" className="shrink-0 text-soft" />
                    )}
                    <span className="truncate">{row.name}</span>
                    {row.isLarge ? (
                      <span className="rounded border border-line px-1.5 text-xs text-soft" title="Stored as a large file (LFS)">
                        LFS
                      </span>
                    ) : null}
                  </Link>
                </td>
                <td className="w-24 px-2 py-2 text-right text-sm whitespace-nowrap text-soft">
                  {row.kind === 'file' ? (
                    <a
                      href={`${filePath(header.path, 'resolve', revision, row.path)}?download=true`}
                      className="text-soft"
                      title={`Download ${row.name}`}
                    >
                      {formatBytes(row.size)}
                    </a>
                  ) : null}
                </td>
                <td className="hidden truncate px-4 py-2 text-sm text-soft sm:table-cell">
                  {row.lastCommit ? (
                    <Link to={`${header.path}/commit/${row.lastCommit.id}`} className="text-soft no-underline hover:underline">
                      {row.lastCommit.title}
                    </Link>
                  ) : null}
                </td>
                <td className="hidden w-36 px-4 py-2 text-right text-sm whitespace-nowrap text-soft sm:table-cell">
                  {row.lastCommit ? <Time iso={row.lastCommit.date} /> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {page.nextCursor ? (
          <p className="mt-4 text-center">
            <LinkButton to={`?cursor=${page.nextCursor}`}>More files</LinkButton>
          </p>
        ) : null}
      </main>
    </>
  )
}
