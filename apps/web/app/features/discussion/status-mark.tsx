import { CircleCheck, CircleDot, GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from 'lucide-react'
import type { DiscussionRow } from '@portolan/pages'
import { Badge } from '../../ui/badge.tsx'

type Marked = Pick<DiscussionRow, 'status' | 'isPullRequest'>

/** Returns the status of a discussion or pull request as one word. */
export function statusWord({ status }: Pick<Marked, 'status'>): string {
  if (status === 'merged') return 'Merged'
  if (status === 'draft') return 'Draft'
  if (status === 'closed') return 'Closed'
  return 'Open'
}

/** An icon for the status, with an accessible name. */
export function StatusIcon({ row, size = 18 }: { row: Marked; size?: number }) {
  const Icon = row.isPullRequest
    ? { open: GitPullRequest, draft: GitPullRequestDraft, closed: GitPullRequestClosed, merged: GitMerge }[row.status]
    : row.status === 'closed'
      ? CircleCheck
      : CircleDot
  const tone = { open: 'text-good', draft: 'text-soft', closed: 'text-bad', merged: 'text-sea' }[row.status]
  const name = `${statusWord(row)} ${row.isPullRequest ? 'pull request' : 'discussion'}`
  return <Icon size={size} role="img" aria-label={name} className={`${tone} shrink-0`} />
}

export function StatusBadge({ row }: { row: Marked }) {
  const tone = ({ open: 'good', draft: 'plain', closed: 'plain', merged: 'sea' } as const)[row.status]
  return <Badge tone={tone}>{statusWord(row)}</Badge>
}
