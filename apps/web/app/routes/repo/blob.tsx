import { Download, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { redirect } from 'react-router'
import type { Route } from './+types/blob'
import { FileViews } from '../../features/file-views.tsx'
import { useLineLinks } from '../../features/line-links.ts'
import { PathBar } from '../../features/path-bar.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { ServerHtml } from '../../features/server-html.tsx'
import { formatBytes } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await orErrorPage(() =>
    context.get(hubContext).blob(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params['*'] ?? ''),
  )
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'blob', page.revision, page.path))
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.path ?? 'File'} · ${loaderData?.header.fullName ?? ''} · Portolan` },
]

export default function BlobRoute({ loaderData: page }: Route.ComponentProps) {
  const { header, revision, path, view } = page
  const raw = filePath(header.path, 'resolve', revision, path)
  const buttons =
    'inline-flex items-center gap-1.5 rounded-md border border-rule bg-sheet px-2.5 py-1 text-sm text-ink no-underline hover:border-ink'
  return (
    <>
      <RepoHeader repo={header} revision={revision} shown={page} />
      <main id="main" className="page py-6">
        <PathBar page={page} view="blob">
          <FileViews repoPath={header.path} revision={revision} path={path} current="blob" />
          {header.viewer.isSignedIn && header.viewer.canReadContent && page.sha256 === null && page.branches.includes(revision) ? (
            <LinkButton small to={filePath(header.path, 'edit', revision, path)}>
              <Pencil size={15} aria-hidden="true" />
              Edit
            </LinkButton>
          ) : null}
          {header.viewer.canReadContent ? (
            <>
              <a href={raw} className={buttons}>
                Raw
              </a>
              <a href={`${raw}?download=true`} className={buttons}>
                <Download size={15} aria-hidden="true" />
                Download
              </a>
            </>
          ) : null}
        </PathBar>
        <div className="sheet overflow-hidden">
          <p className="flex flex-wrap gap-x-4 border-b border-line px-4 py-2 text-sm text-soft">
            <span>{formatBytes(page.size)}</span>
            {view.kind === 'source' ? <span>{view.lines} lines</span> : null}
            {page.sha256 ? <span className="min-w-0 truncate font-mono">sha256 {page.sha256}</span> : null}
          </p>
          <Content page={page} raw={raw} />
        </div>
      </main>
    </>
  )
}

function Content({ page, raw }: { page: Route.ComponentProps['loaderData']; raw: string }) {
  const { view, path } = page
  switch (view.kind) {
    case 'source':
      return <Source path={path} html={view.html} truncated={view.truncated} />
    case 'markdown':
      return <ServerHtml html={view.html} className="prose card px-6 py-6" />
    case 'image':
      return <img src={raw} alt={path} className="mx-auto max-h-[75vh] max-w-full p-4" />
    case 'audio':
      return <audio src={raw} controls className="m-4 w-[calc(100%-2rem)]" />
    case 'video':
      return <video src={raw} controls className="mx-auto max-h-[75vh] p-4" />
    case 'restricted':
      return (
        <div className="p-6">
          <Empty title="Gated files">Request access to see the files of this repository. Its card and its list of files are open.</Empty>
        </div>
      )
    default:
      return (
        <div className="p-6">
          <Empty title={view.kind === 'too-large' ? 'Too large to show' : 'Binary file: no preview'}>
            <a href={`${raw}?download=true`} className="text-sea">
              Download {formatBytes(page.size)}
            </a>
          </Empty>
        </div>
      )
  }
}

function Source({ path, html, truncated }: { path: string; html: string; truncated: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useLineLinks(box)
  return (
    <div ref={box} className="overflow-x-auto" tabIndex={0} role="region" aria-label={`Content of ${path}`}>
      <ServerHtml html={html} className="source code-lines py-2" />
      {truncated ? (
        <p className="border-t border-line px-4 py-2 text-sm text-warn">Only the beginning is shown. Download the file for the rest.</p>
      ) : null}
    </div>
  )
}
