import { redirect } from 'react-router'
import type { Route } from './+types/commits'
import { CommitList } from '../../../features/commit-list.tsx'
import { DiscussionFrame } from '../../../features/discussion/discussion-frame.tsx'
import { hubContext } from '../../../lib/hub-context.ts'
import { orErrorPage } from '../../../lib/page-error.ts'
import { typeOfPath } from '../../../lib/paths.ts'
import { Empty } from '../../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await orErrorPage(() =>
    context
      .get(hubContext)
      .pullRequestCommits(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`, Number(params.num)),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/discussions/${page.discussion.num}/commits`)
  return page
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Commits of ${loaderData?.discussion.title ?? ''} · Portolan` }]

export default function PullRequestCommits({ loaderData: page }: Route.ComponentProps) {
  const left = (page.pullRequest?.commits ?? 0) - page.rows.length
  return (
    <DiscussionFrame page={page}>
      {page.rows.length === 0 ? <Empty title="No commit yet" /> : <CommitList commits={page.rows} repoPath={page.header.path} />}
      {left > 0 ? <p className="mt-3 text-soft">and {left} older ones</p> : null}
    </DiscussionFrame>
  )
}
