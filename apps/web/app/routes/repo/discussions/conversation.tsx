import type { ConversationPage } from '@portolan/pages'
import { Fragment } from 'react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/conversation'
import { CommentCard } from '../../../features/discussion/comment.tsx'
import { DiscussionFrame } from '../../../features/discussion/discussion-frame.tsx'
import { EventLine } from '../../../features/discussion/event-line.tsx'
import { MergeBox, PullRequestCommands } from '../../../features/discussion/merge-box.tsx'
import { hubContext } from '../../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../../lib/page-error.ts'
import { typeOfPath } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError, TextArea } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { addressOf } from './address.server.ts'
import { changeOf } from './discussion-change.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const hub = context.get(hubContext)
  const page = await orErrorPage(() =>
    hub.discussion(typeOfPath(url.pathname), `${params.owner}/${params.name}`, Number(params.num), url.searchParams.has('all')),
  )
  if (page.movedTo) throw redirect(`${page.movedTo}/discussions/${page.discussion.num}`)
  return { ...page, remote: `${hub.origin}${page.header.path}` }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const { type, fullName, path } = addressOf(request, params)
  const here = `${path}/${params.num}`
  if (!hub.viewer) return redirect(`/sign-in?next=${encodeURIComponent(here)}`)
  const change = changeOf(await request.formData())
  if (change === null) return { error: 'This form is not known', field: null }
  return orFormError(async () => {
    const event = await hub.changeDiscussion(type, fullName, Number(params.num), change)
    if (change.kind === 'delete') return redirect(`${path}?done=deleted`)
    if (change.kind === 'merge') return redirect(`${here}?done=merged`)
    // A redirect to a fragment of the same page does not make the router reload it, so force a revalidation.
    return redirect(event === '' ? here : `${here}#${event}`, { headers: { 'X-Remix-Revalidate': 'yes' } })
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.discussion.title ?? 'Discussion'} · ${loaderData?.header.fullName ?? ''} · Portolan` },
]

export default function ConversationRoute({ loaderData: page, actionData }: Route.ComponentProps) {
  const { header, discussion, events, pullRequest, viewer } = page
  const failure = actionData && 'error' in actionData ? actionData.error : null
  return (
    <DiscussionFrame page={page}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-4">
          {events.map((event, i) => (
            <Fragment key={event.id}>
              {event.comment ? (
                <CommentCard event={event} comment={event.comment} canComment={viewer.canComment} />
              ) : (
                <EventLine event={event} repoPath={header.path} />
              )}
              {i === 0 && page.hiddenEvents > 0 ? (
                <p className="text-center">
                  <Link to="?all" className="link" preventScrollReset>
                    Show {page.hiddenEvents} earlier
                  </Link>
                </p>
              ) : null}
            </Fragment>
          ))}
          {failure ? <FormError>{failure}</FormError> : null}
          {pullRequest ? <MergeBox page={page} pullRequest={pullRequest} /> : null}
          <Answer page={page} />
        </div>
        <aside className="grid min-w-0 content-start gap-4" aria-label="About this discussion">
          {pullRequest?.head && header.viewer.canReadContent ? (
            <PullRequestCommands
              pullRequest={pullRequest}
              remote={page.remote}
              fullName={header.fullName}
              type={header.type}
              num={discussion.num}
            />
          ) : null}
          <Moderation page={page} />
        </aside>
      </div>
    </DiscussionFrame>
  )
}

function Answer({ page }: { page: ConversationPage }) {
  const { discussion, viewer } = page
  if (viewer.name === null) {
    return (
      <p className="text-soft">
        <Link to={`/sign-in?next=${encodeURIComponent(`${page.header.path}/discussions/${discussion.num}`)}`} className="link">
          Sign in
        </Link>{' '}
        to comment.
      </p>
    )
  }
  if (page.isDisabled) return <p className="text-soft">Discussions are disabled here.</p>
  const isOpen = discussion.status === 'open' || discussion.status === 'draft'
  const closing = discussion.status !== 'merged' && viewer.canModerate
  if (!viewer.canComment) return <p className="text-soft">Only those who may write to the repository can comment here.</p>
  return (
    <Form key={page.events.length} method="post" className="grid gap-3">
      <input type="hidden" name="intent" value="comment" />
      <TextArea label="Your comment" name="text" rows={5} maxLength={65_536} hint="Markdown supported. @ mentions, # links." />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Comment
        </Button>
        {closing ? (
          <Button type="submit" name="status" value={isOpen ? 'closed' : 'open'}>
            {isOpen ? 'Close' : 'Reopen'}
          </Button>
        ) : null}
      </div>
    </Form>
  )
}

function Moderation({ page }: { page: ConversationPage }) {
  const { header, discussion, viewer, pullRequest } = page
  if (viewer.name === null) return null
  const isOver = discussion.status === 'closed' || discussion.status === 'merged'
  const toggle = (intent: string, isOn: boolean, on: string, off: string) => (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" small name="on" value={isOn ? 'no' : 'yes'}>
        {isOn ? off : on}
      </Button>
    </Form>
  )
  const mayWrite = header.viewer.canWrite && !page.isDisabled
  return (
    <Panel title="This discussion">
      <div className="flex flex-wrap gap-2">
        {toggle('watch', viewer.isWatching, 'Notify me', 'Stop notifying me')}
        {mayWrite ? toggle('pin', discussion.isPinned, 'Pin', 'Unpin') : null}
        {mayWrite ? toggle('lock', discussion.isLocked, 'Lock', 'Unlock') : null}
        {pullRequest?.head && isOver && viewer.canModerate ? (
          <Form method="post">
            <Button type="submit" small name="intent" value="delete-ref">
              Delete its commits’ ref
            </Button>
          </Form>
        ) : null}
      </div>
      {header.viewer.canAdmin ? (
        <details className="mt-3 text-sm">
          <summary className="link inline-block">Delete…</summary>
          <Form method="post" className="mt-2 grid gap-2">
            <p>All comments are deleted. The number is not used again.</p>
            <div>
              <Button type="submit" small look="danger" name="intent" value="delete">
                Delete permanently
              </Button>
            </div>
          </Form>
        </details>
      ) : null}
    </Panel>
  )
}
