import type { ShownEvent } from '@portolan/pages'
import { SmilePlus } from 'lucide-react'
import { Form } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { ServerHtml } from '../server-html.tsx'
import { AuthorName } from './discussion-frame.tsx'

type Comment = NonNullable<ShownEvent['comment']>

/** A comment and its actions. Every button is a form, so it works without JavaScript. */
export function CommentCard({ event, comment, canComment }: { event: ShownEvent; comment: Comment; canComment: boolean }) {
  return (
    <article id={event.id} className="sheet min-w-0 scroll-mt-4 target:border-sea" aria-label={`Comment by ${event.author ?? 'somebody'}`}>
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-4 py-2 text-sm text-soft">
        {event.author ? <Avatar name={event.author} size={24} /> : null}
        <AuthorName name={event.author} />
        <a href={`#${event.id}`} className="text-soft no-underline hover:underline">
          <Time iso={event.createdAt} />
        </a>
        {comment.editedAt && !comment.isHidden ? <History comment={comment} /> : null}
        {comment.replyTo ? (
          <a href={`#${comment.replyTo.id}`} className="link">
            in reply to {comment.replyTo.author ?? 'a comment'}
          </a>
        ) : null}
        <span className="ml-auto flex flex-wrap gap-1">
          {comment.canHide ? (
            <Form method="post">
              <input type="hidden" name="intent" value="hide" />
              <Button type="submit" small look="quiet" name="id" value={event.id} title="Hides it from everyone, permanently">
                Hide
              </Button>
            </Form>
          ) : null}
        </span>
      </header>
      <div className="px-4 py-3">
        {comment.isHidden ? (
          <p className="text-soft italic">
            This comment was hidden{comment.hiddenBy && comment.hiddenBy !== event.author ? ` by ${comment.hiddenBy}` : ''}.
          </p>
        ) : comment.html === '' ? (
          <p className="text-soft italic">No description.</p>
        ) : (
          <ServerHtml html={comment.html} className="prose" />
        )}
        {comment.isHidden ? null : <Reactions id={event.id} comment={comment} canReact={canComment} />}
        {comment.canEdit ? <Edit id={event.id} raw={comment.raw} /> : null}
        {canComment && !comment.isHidden ? <Reply id={event.id} /> : null}
      </div>
    </article>
  )
}

function History({ comment }: { comment: Comment }) {
  return (
    <details className="relative">
      <summary className="hover:underline">edited {comment.history.length === 1 ? 'once' : `${comment.history.length} times`}</summary>
      <div className="sheet absolute left-0 z-10 mt-1 grid max-h-96 w-80 max-w-[80vw] gap-3 overflow-auto p-3 shadow-float">
        {comment.history.toReversed().map((text) => (
          <div key={`${text.writtenAt} ${text.raw}`}>
            <p>
              {text.editor ?? 'Somebody'}, <Time iso={text.writtenAt} />
            </p>
            <pre className="mt-1 rounded bg-well p-2 font-mono text-xs whitespace-pre-wrap text-ink">{text.raw}</pre>
          </div>
        ))}
      </div>
    </details>
  )
}

function Reactions({ id, comment, canReact }: { id: string; comment: Comment; canReact: boolean }) {
  const given = comment.reactions.filter(({ users }) => users.length > 0)
  if (given.length === 0 && !canReact) return null
  return (
    <Form method="post" preventScrollReset className="mt-3 flex flex-wrap items-center gap-1.5">
      <input type="hidden" name="intent" value="react" />
      <input type="hidden" name="id" value={id} />
      {given.map(({ reaction, users, isOwn }) => (
        <button
          key={reaction}
          type="submit"
          name="reaction"
          value={`${isOwn ? '-' : '+'}${reaction}`}
          disabled={!canReact}
          aria-pressed={isOwn}
          title={users.slice(0, 20).join(', ')}
          className={`rounded-full border px-2.5 py-0.5 text-sm tabular-nums ${isOwn ? 'border-sea bg-well' : 'border-line'}`}
        >
          {reaction} {users.length}
        </button>
      ))}
      {canReact ? (
        <Menu
          group="reactions"
          label="React"
          summaryClass="rounded-full border border-line px-2 py-1 text-soft hover:text-ink"
          summary={<SmilePlus size={16} aria-hidden="true" />}
          className="w-44"
        >
          <span className="flex flex-wrap">
            {comment.reactions
              .filter(({ isOwn }) => !isOwn)
              .map(({ reaction }) => (
                <button key={reaction} type="submit" name="reaction" value={`+${reaction}`} className="rounded p-1.5 text-lg hover:bg-well">
                  {reaction}
                </button>
              ))}
          </span>
        </Menu>
      ) : null}
    </Form>
  )
}

function Edit({ id, raw }: { id: string; raw: string }) {
  return (
    <details key={raw} className="mt-3 text-sm">
      <summary className="link inline-block">Edit</summary>
      <Form method="post" className="mt-2 grid gap-2">
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="id" value={id} />
        <TextArea label="Comment" name="text" rows={6} defaultValue={raw} maxLength={65_536} className="font-mono" />
        <div>
          <Button type="submit" small>
            Save
          </Button>
        </div>
      </Form>
    </details>
  )
}

function Reply({ id }: { id: string }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="link inline-block">Reply</summary>
      <Form method="post" className="mt-2 grid gap-2">
        <input type="hidden" name="intent" value="comment" />
        <input type="hidden" name="replyTo" value={id} />
        <TextArea label="Reply" name="text" rows={4} required maxLength={65_536} />
        <div>
          <Button type="submit" small>
            Reply
          </Button>
        </div>
      </Form>
    </details>
  )
}
