import type { Discussion, DiscussionAuthor, DiscussionEvent, ListedDiscussion, PullRequestState, Repo } from '@portolan/hub'
import { avatarUrl } from './account.ts'

/** A discussion in the format of lists. */
export function toWireDiscussion(origin: string, repo: Repo, discussion: Discussion | ListedDiscussion): Record<string, unknown> {
  return {
    _id: discussion.uid,
    num: discussion.num,
    title: discussion.title,
    status: discussion.status,
    isPullRequest: discussion.isPullRequest,
    createdAt: discussion.createdAt.toISOString(),
    // Omit the key for a deleted account: the Python client reads fields from any value that is present.
    ...author(origin, discussion.author),
    pinned: discussion.isPinned,
    locked: discussion.isLocked,
    numComments: discussion.comments,
    ...('topReactions' in discussion ? { topReactions: discussion.topReactions } : {}),
    repo: { name: repo.fullName, type: repo.type },
    repoOwner: { name: repo.owner },
  }
}

/** The additional fields of the details. */
export function toWireDetails(
  origin: string,
  repo: Repo,
  discussion: Discussion,
  events: readonly DiscussionEvent[],
  pullRequest: { state: PullRequestState; diff: string | null } | null,
): Record<string, unknown> {
  return {
    ...toWireDiscussion(origin, repo, discussion),
    collection: 'discussions',
    isReport: false,
    org: { name: repo.owner },
    events: events.map((event) => toWireEvent(origin, event)),
    ...(pullRequest
      ? {
          changes: { base: discussion.baseRef, ...(discussion.mergeOid === null ? {} : { mergeCommitId: discussion.mergeOid }) },
          filesWithConflicts: pullRequest.state.conflicts,
          ...(pullRequest.diff === null ? {} : { diff: pullRequest.diff }),
        }
      : {}),
  }
}

export function toWireEvent(origin: string, event: DiscussionEvent): Record<string, unknown> {
  const { comment } = event
  return {
    id: event.id,
    type: event.type,
    createdAt: event.createdAt.toISOString(),
    ...author(origin, event.author),
    data:
      comment === null
        ? event.data
        : {
            edited: comment.editedAt !== null,
            hidden: comment.isHidden,
            ...(comment.hiddenBy === null ? {} : { hiddenBy: comment.hiddenBy }),
            latest: {
              raw: comment.raw,
              html: comment.html,
              updatedAt: (comment.editedAt ?? event.createdAt).toISOString(),
              ...author(origin, comment.editor ?? event.author),
            },
            numEdits: comment.history.length,
            editors: [
              ...new Set([
                ...comment.history.flatMap(({ editor }) => editor?.name ?? []),
                ...(comment.editor ? [comment.editor.name] : []),
              ]),
            ],
            history: comment.history.map((text) => ({
              raw: text.raw,
              updatedAt: text.writtenAt.toISOString(),
              ...author(origin, text.editor),
            })),
            reactions: comment.reactions.map(({ reaction, users }) => ({ reaction, users, count: users.length })),
            ...(comment.replyTo === null ? {} : { parentId: comment.replyTo }),
            isReport: false,
          },
  }
}

function author(origin: string, account: DiscussionAuthor | null): { author?: Record<string, unknown> } {
  if (account === null) return {}
  return {
    author: {
      _id: account.uid,
      name: account.name,
      fullname: account.fullname,
      avatarUrl: avatarUrl(origin, account.name),
      type: account.kind,
      isPro: false,
      isHf: false,
    },
  }
}
