export {
  areDiscussionsDisabled,
  hasOpenPullRequest,
  mayModerate,
  mayWritePullRequest,
  requireCommitter,
  requireContributor,
  requireParticipant,
  requireUploader,
} from './access.ts'
export {
  changeStatus,
  deleteDiscussion,
  deletePullRequestRef,
  lockDiscussion,
  pinDiscussion,
  renameDiscussion,
  setDiscussionsDisabled,
} from './change-discussion.ts'
export { countDiscussionsBy } from './count-discussions.ts'
export { addComment, editComment, hideComment, react, reactions } from './comments.ts'
export {
  type Discussion,
  type DiscussionAuthor,
  type DiscussionStatus,
  findDiscussion,
  isOpen,
  pullRequestNumber,
  pullRequestRef,
  requireDiscussion,
} from './discussion.ts'
export {
  countOpenDiscussions,
  type DiscussionPage,
  type DiscussionQuery,
  discussionsPerPage,
  listDiscussions,
  type ListedDiscussion,
} from './list-discussions.ts'
export { type DiscussionComment, type DiscussionEvent, hiddenNotice, listEvents } from './list-events.ts'
export { findMentions } from './mentions.ts'
export { type OpenDiscussion, openDiscussion, prepareDiscussion, type PreparedDiscussion, writeDiscussion } from './open-discussion.ts'
export { recordPullRequestCommits } from './pull-request-commits.ts'
export { checkText } from './text.ts'
export { writeEvent } from './write-event.ts'
