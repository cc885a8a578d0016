import type { DiscussionPageView } from '@portolan/pages'
import { Lock, Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { RepoHeader } from '../repo-header.tsx'
import { DiscussionNews } from './discussion-news.tsx'
import { StatusBadge } from './status-mark.tsx'

/** The header of every discussion page: title, status, and, for a pull request, its tabs. */
export function DiscussionFrame({ page, children }: { page: DiscussionPageView; children: ReactNode }) {
  const { header, discussion, pullRequest, viewer } = page
  const path = `${header.path}/discussions/${discussion.num}`
  return (
    <>
      <RepoHeader repo={header} />
      <DiscussionNews page={page} />
      <main id="main" className="page py-6">
        <p className="mb-2 text-sm">
          <Link to={`${header.path}/discussions`} className="link">
            All discussions and pull requests
          </Link>
        </p>
        <h2 className="display text-2xl break-words">
          {discussion.title} <span className="text-soft">#{discussion.num}</span>
        </h2>
        <p className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-soft">
          <StatusBadge row={discussion} />
          {discussion.isPinned ? <Badge icon={<Pin size={13} aria-hidden="true" />}>Pinned</Badge> : null}
          {discussion.isLocked ? <Badge icon={<Lock size={13} aria-hidden="true" />}>Locked</Badge> : null}
          <span className="flex items-center gap-2">
            {discussion.author ? <Avatar name={discussion.author} size={20} /> : null}
            <span>
              <AuthorName name={discussion.author} />{' '}
              {pullRequest ? (
                <>
                  {discussion.status === 'merged' ? 'merged' : 'wants to merge'} {pullRequest.commits}{' '}
                  {pullRequest.commits === 1 ? 'commit' : 'commits'} into <code className="font-mono">{pullRequest.base}</code>,{' '}
                </>
              ) : (
                'opened this '
              )}
              <Time iso={discussion.createdAt} />
            </span>
          </span>
        </p>
        {viewer.canModerate ? <Rename path={path} title={discussion.title} /> : null}
        {pullRequest ? (
          <div className="mb-5 border-b border-line">
            <PageTabs
              label="Parts of the pull request"
              tabs={[
                { to: path, label: 'Conversation', end: true },
                { to: `${path}/commits`, label: `Commits (${pullRequest.commits})` },
                { to: `${path}/files`, label: 'Files changed' },
              ]}
            />
          </div>
        ) : null}
        {children}
      </main>
    </>
  )
}

/** A link to the author; deleted accounts get no link. */
export function AuthorName({ name }: { name: string | null }) {
  return name === null ? (
    <span className="italic">deleted account</span>
  ) : (
    <Link to={`/${name}`} className="font-medium text-ink no-underline hover:underline">
      {name}
    </Link>
  )
}

function Rename({ path, title }: { path: string; title: string }) {
  return (
    <details className="mb-4">
      <summary className="link inline-block text-sm">Edit the title</summary>
      <Form key={title} method="post" action={path} className="mt-2 flex max-w-2xl flex-wrap gap-2">
        <input type="hidden" name="intent" value="rename" />
        <input
          name="title"
          aria-label="Title"
          defaultValue={title}
          required
          minLength={3}
          maxLength={200}
          className="field min-w-40 grow basis-64"
        />
        <Button type="submit">Save</Button>
      </Form>
    </details>
  )
}
