import { redirect } from 'react-router'
import type { Route } from './+types/files'
import { DiffList } from '../../../features/diff/diff-list.tsx'
import { askedFile, shownDiff } from '../../../features/diff/shown-diff.server.ts'
import { DiscussionFrame } from '../../../features/discussion/discussion-frame.tsx'
import { hubContext } from '../../../lib/hub-context.ts'
import { orErrorPage } from '../../../lib/page-error.ts'
import { typeOfPath } from '../../../lib/paths.ts'
import { Empty } from '../../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url)
  const page = await orErrorPage(() =>
    context
      .get(hubContext)
      .pullRequestFiles(typeOfPath(pathname), `${params.owner}/${params.name}`, Number(params.num), askedFile(request)),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/discussions/${page.discussion.num}/files${search}`)
  return { ...page, diff: page.diff && shownDiff(page.diff, request) }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Files of ${loaderData?.discussion.title ?? ''} · Portolan` }]

export default function PullRequestFiles({ loaderData: page }: Route.ComponentProps) {
  return (
    <DiscussionFrame page={page}>
      {page.diff === null ? (
        <Empty title="Its commits are gone">The ref of this pull request was deleted.</Empty>
      ) : (
        <DiffList diff={page.diff} repoPath={page.header.path} />
      )}
    </DiscussionFrame>
  )
}
