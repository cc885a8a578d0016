import { redirect } from 'react-router'
import type { Route } from './+types/blame'
import { blameHtml } from '../../features/blame/blame-html.server.ts'
import { FileViews } from '../../features/file-views.tsx'
import { OnceHtml, withHtml } from '../../features/once-html.tsx'
import { PathBar } from '../../features/path-bar.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath, typeOfPath } from '../../lib/paths.ts'
import { Empty } from '../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { stretches, ...page } = await orErrorPage(() =>
    context.get(hubContext).blame(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, params['*'] ?? ''),
  )
  if (page.movedTo) throw redirect(filePath(page.movedTo, 'blame', page.revision, page.path))
  const table = stretches === null || stretches.length === 0 ? null : withHtml({}, blameHtml(stretches, page.header.path), request)
  return { ...page, table }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Blame of ${loaderData?.path ?? 'file'} · ${loaderData?.header.fullName ?? ''} · Portolan` },
]

const problems = {
  restricted: 'Request access to see the files of this repository.',
  'not-text': 'This file has no lines to speak of.',
  'too-large': 'This file is too long to be shown line by line.',
} as const

export default function BlameRoute({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <RepoHeader repo={page.header} revision={page.revision} shown={page} />
      <main id="main" className="page py-6">
        <PathBar page={page} view="blame">
          <FileViews repoPath={page.header.path} revision={page.revision} path={page.path} current="blame" />
        </PathBar>
        {page.problem === null ? null : <Empty title="No blame">{problems[page.problem]}</Empty>}
        {page.table === null ? (
          page.problem === null ? (
            <Empty title="An empty file" />
          ) : null
        ) : (
          <div className="sheet overflow-x-auto" role="region" aria-label={`Lines of ${page.path} and their commits`} tabIndex={0}>
            <OnceHtml owner={page.table} name="blame" as="div" />
          </div>
        )}
      </main>
    </>
  )
}
