import type { ShownEvent } from '@portolan/pages'
import { Link } from 'react-router'
import { Time } from '../../ui/time.tsx'
import { AuthorName } from './discussion-frame.tsx'

/** An event between the comments, on one line. */
export function EventLine({ event, repoPath }: { event: ShownEvent; repoPath: string }) {
  return (
    <p id={event.id} className="ml-5 border-l-2 border-line py-1 pl-4 text-sm break-words text-soft">
      <AuthorName name={event.author} /> <What event={event} repoPath={repoPath} /> · <Time iso={event.createdAt} />
    </p>
  )
}

function What({ event: { type, data }, repoPath }: { event: ShownEvent; repoPath: string }) {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '')
  switch (type) {
    case 'status-change':
      if (text('status') !== 'merged') return text('status') === 'closed' ? 'closed this' : 'opened this'
      return (
        <>
          merged this as <CommitLink repoPath={repoPath} oid={text('oid')} />
        </>
      )
    case 'commit':
      return (
        <>
          committed <CommitLink repoPath={repoPath} oid={text('oid')} /> {text('subject')}
        </>
      )
    case 'title-change':
      return (
        <>
          changed the title from <s>{text('from')}</s> to <span className="text-ink">{text('to')}</span>
        </>
      )
    case 'pinning-change':
      return data['pinned'] === true ? 'pinned this' : 'took the pin off'
    case 'locking-change':
      return data['locked'] === true ? 'locked the conversation' : 'opened the conversation again'
    case 'ref-deletion':
      return `deleted ${text('ref')}`
    default:
      return 'changed something'
  }
}

function CommitLink({ repoPath, oid }: { repoPath: string; oid: string }) {
  return (
    <Link to={`${repoPath}/commit/${oid}`} className="font-mono text-sea">
      {oid.slice(0, 7)}
    </Link>
  )
}
