import { HubError, type RepoType, repoPath } from '@portolan/contract'
import {
  type Actor,
  requireUser,
  areDiscussionsDisabled,
  type Discussion,
  type DiscussionEvent,
  discussionsPerPage,
  type DiscussionQuery,
  listDiscussions,
  listEvents,
  mayModerate,
  pullRequestRef,
  reactions,
  requireDiscussion,
  type Hub,
  countUnread,
  isWatching,
  listNotifications,
  markRead,
  repoWatchOf,
  type WatchLevel,
  pullRequestState,
  canDiscuss,
  canReadContent,
  canWrite,
  isEnabled,
  type Readable,
  getCommits,
} from '@portolan/hub'
import { type CommitRow, toCommitRow } from './commits-page.ts'
import { type DiffView, diffView } from './diff-view.ts'
import { loadRepo, type RepoHeaderView, showsContent } from './repo-view.ts'

/** Maximum events shown initially, in addition to the description; the others are loaded on request. */
const shownEvents = 100
/** Maximum commits listed on a pull request's page. */
const shownCommits = 250

/** A discussion as lists show it. */
export interface DiscussionRow {
  readonly num: number
  readonly title: string
  readonly status: Discussion['status']
  readonly isPullRequest: boolean
  /** `null` when the account is gone. */
  readonly author: string | null
  readonly createdAt: string
  readonly comments: number
  readonly isPinned: boolean
  readonly isLocked: boolean
  readonly topReactions: readonly { readonly reaction: string; readonly count: number }[]
}

export interface DiscussionsPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly query: Required<Omit<DiscussionQuery, 'page'>> & { readonly page: number }
  readonly rows: readonly DiscussionRow[]
  readonly open: number
  readonly closed: number
  readonly pages: number
  readonly isDisabled: boolean
  /** Whether the viewer may open one. `null` when nobody is signed in. */
  readonly canOpen: boolean | null
  readonly watch: WatchLevel
}

/** A repo's discussions, filtered by the URL. */
export async function discussionsPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  parameters: URLSearchParams,
): Promise<DiscussionsPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const pick = <T extends string>(name: string, values: readonly [T, ...T[]]): T =>
    values.find((value) => value === parameters.get(name)) ?? values[0]
  const page = Number(parameters.get('p') ?? '0')
  const query = {
    type: pick('type', ['all', 'discussion', 'pull_request']),
    status: pick('status', ['open', 'closed', 'all']),
    author: parameters.get('author')?.trim() || null,
    search: parameters.get('search')?.trim() || null,
    sort: pick('sort', ['newest', 'oldest', 'updated']),
    page: Number.isInteger(page) && page >= 0 && page < 1_000_000 ? page : 0,
  }
  const found = await listDiscussions(hub, repo, query)
  const isDisabled = await areDiscussionsDisabled(hub.db.read, repo)
  return {
    header,
    movedTo,
    query,
    rows: found.discussions.map((each) => ({ ...toRow(each), topReactions: each.topReactions })),
    open: found.open,
    closed: found.closed,
    pages: Math.max(1, Math.ceil(found.count / discussionsPerPage)),
    isDisabled,
    canOpen: actor.kind === 'user' ? canDiscuss(actor, repo) && !isDisabled : null,
    watch: await repoWatchOf(hub, actor, repo),
  }
}

export interface ShownEvent {
  readonly id: string
  readonly type: DiscussionEvent['type']
  readonly createdAt: string
  readonly author: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly comment: {
    readonly raw: string
    readonly html: string
    readonly isHidden: boolean
    readonly hiddenBy: string | null
    readonly editedAt: string | null
    readonly history: readonly { readonly raw: string; readonly writtenAt: string; readonly editor: string | null }[]
    /** All available reactions, with who gave each. */
    readonly reactions: readonly { readonly reaction: string; readonly users: readonly string[]; readonly isOwn: boolean }[]
    readonly replyTo: { readonly id: string; readonly author: string | null } | null
    readonly canEdit: boolean
    readonly canHide: boolean
  } | null
}

export interface DiscussionPageView {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly discussion: DiscussionRow
  readonly viewer: {
    readonly name: string | null
    readonly canComment: boolean
    readonly canModerate: boolean
    readonly isWatching: boolean
  }
  readonly isDisabled: boolean
  readonly pullRequest: {
    /** Short name of the branch. */
    readonly base: string
    readonly ref: string
    readonly head: string | null
    readonly commits: number
    readonly conflicts: readonly string[]
    readonly isMergeable: boolean
    readonly isBaseGone: boolean
    readonly mergeOid: string | null
    readonly canPush: boolean
  } | null
}

export interface ConversationPage extends DiscussionPageView {
  readonly events: readonly ShownEvent[]
  /** Events omitted between the description and the rest. */
  readonly hiddenEvents: number
}

/** A discussion with its events. Viewing it marks its notification as read. */
export async function conversationPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  num: number,
  showsAll: boolean,
): Promise<ConversationPage> {
  const { repo, discussion, view } = await load(hub, actor, type, fullName, num)
  const events = await listEvents(hub, repo, discussion)
  const kept = showsAll || events.length <= shownEvents + 1 ? events : [...events.slice(0, 1), ...events.slice(-shownEvents)]
  const authors = new Map(events.map(({ id, author }) => [id, author?.name ?? null]))
  if (actor.kind === 'user') await markRead(hub, actor, discussion.id)
  return {
    ...view,
    hiddenEvents: events.length - kept.length,
    events: kept.map((event): ShownEvent => {
      const { comment } = event
      const name = actor.kind === 'user' ? actor.name : null
      const isOwn = event.author !== null && actor.kind === 'user' && event.author.id === actor.userId
      return {
        id: event.id,
        type: event.type,
        createdAt: event.createdAt.toISOString(),
        author: event.author?.name ?? null,
        data: event.data,
        comment: comment && {
          raw: comment.raw,
          html: comment.html,
          isHidden: comment.isHidden,
          hiddenBy: comment.hiddenBy,
          editedAt: comment.editedAt?.toISOString() ?? null,
          history: comment.history.map(({ raw, writtenAt, editor }) => ({
            raw,
            writtenAt: writtenAt.toISOString(),
            editor: editor?.name ?? null,
          })),
          reactions: reactions.map((reaction) => {
            const users = comment.reactions.find((each) => each.reaction === reaction)?.users ?? []
            return { reaction, users, isOwn: name !== null && users.includes(name) }
          }),
          replyTo: comment.replyTo === null ? null : { id: comment.replyTo, author: authors.get(comment.replyTo) ?? null },
          canEdit: isOwn && view.viewer.canComment && !comment.isHidden,
          canHide: !comment.isHidden && !view.isDisabled && (isOwn ? view.viewer.canComment : canWrite(actor, repo)),
        },
      }
    }),
  }
}

export interface PullRequestCommitsPage extends DiscussionPageView {
  readonly rows: readonly CommitRow[]
}

/** The commits only in a pull request, newest first. */
export async function pullRequestCommitsPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  num: number,
): Promise<PullRequestCommitsPage> {
  const { repo, discussion, view } = await load(hub, actor, type, fullName, num, true)
  const { commits } = await pullRequestState(hub, repo, discussion)
  const shown = commits.slice(0, shownCommits)
  const found = await getCommits(hub, repo, shown)
  const rows = shown.flatMap((oid) => {
    const commit = found.get(oid)
    return commit ? [toCommitRow(commit)] : []
  })
  return { ...view, rows }
}

export interface PullRequestFilesPage extends DiscussionPageView {
  readonly diff: DiffView | null
}

/** The changes of a pull request. @param only a path: only that file */
export async function pullRequestFilesPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  num: number,
  only: string | null,
): Promise<PullRequestFilesPage> {
  const { repo, discussion, view } = await load(hub, actor, type, fullName, num, true)
  const { from, head } = await pullRequestState(hub, repo, discussion)
  const diff =
    head === null ? null : await diffView(hub, repo, { base: from, head, content: showsContent(actor, repo) ? repo : null, only })
  return { ...view, diff }
}

async function load(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  num: number,
  mustBePullRequest = false,
): Promise<{ repo: Readable; discussion: Discussion; view: DiscussionPageView }> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const discussion = await requireDiscussion(hub.db.read, repo, num)
  if (mustBePullRequest && !discussion.isPullRequest) throw new HubError('discussion.not_found')
  const isDisabled = !isEnabled(repo) || (await areDiscussionsDisabled(hub.db.read, repo))
  const state = discussion.isPullRequest ? await pullRequestState(hub, repo, discussion) : null
  const canComment = canDiscuss(actor, repo) && !isDisabled && (!discussion.isLocked || canWrite(actor, repo))
  const isOpen = discussion.status === 'open' || discussion.status === 'draft'
  return {
    repo,
    discussion,
    view: {
      header,
      movedTo,
      discussion: { ...toRow(discussion), topReactions: [] },
      isDisabled,
      viewer: {
        name: actor.kind === 'user' ? actor.name : null,
        canComment,
        canModerate: !isDisabled && mayModerate(actor, repo, discussion),
        isWatching: await isWatching(hub, actor, discussion.id),
      },
      pullRequest: state && {
        base: (discussion.baseRef ?? '').replace('refs/heads/', ''),
        ref: pullRequestRef(discussion.num),
        head: state.head,
        commits: state.commits.length,
        conflicts: state.conflicts,
        isMergeable: state.isMergeable,
        isBaseGone: state.baseHead === null,
        mergeOid: discussion.mergeOid,
        canPush: isOpen && !isDisabled && mayModerate(actor, repo, discussion) && canReadContent(actor, repo),
      },
    },
  }
}

function toRow(discussion: Discussion): Omit<DiscussionRow, 'topReactions'> {
  return {
    num: discussion.num,
    title: discussion.title,
    status: discussion.status,
    isPullRequest: discussion.isPullRequest,
    author: discussion.author?.name ?? null,
    createdAt: discussion.createdAt.toISOString(),
    comments: discussion.comments,
    isPinned: discussion.isPinned,
    isLocked: discussion.isLocked,
  }
}

const notificationsPerPage = 50

export interface NotificationsPage {
  readonly isUnread: boolean
  readonly page: number
  readonly pages: number
  readonly unread: number
  readonly rows: readonly {
    readonly discussionId: number
    readonly path: string
    readonly repo: string
    readonly num: number
    readonly title: string
    readonly status: string
    readonly isPullRequest: boolean
    readonly reason: string
    readonly isUnread: boolean
    readonly updatedAt: string
  }[]
}

/** The viewer's notifications. @throws {HubError} `auth.required` */
export async function notificationsPage(hub: Hub, actor: Actor, parameters: URLSearchParams): Promise<NotificationsPage> {
  const user = requireUser(actor)
  const isUnread = parameters.get('show') !== 'all'
  const asked = Number(parameters.get('p') ?? '0')
  const page = Number.isInteger(asked) && asked >= 0 && asked < 100_000 ? asked : 0
  const { entries, total } = await listNotifications(hub, user, { isUnread, page, limit: notificationsPerPage })
  return {
    isUnread,
    page,
    pages: Math.max(1, Math.ceil(total / notificationsPerPage)),
    unread: await countUnread(hub, user),
    rows: entries.map((entry) => {
      const [owner = '', name = ''] = entry.repo.fullName.split('/')
      return {
        discussionId: entry.discussionId,
        path: `/${repoPath({ type: entry.repo.type, owner, name })}/discussions/${entry.num}#${entry.eventUid}`,
        repo: entry.repo.fullName,
        num: entry.num,
        title: entry.title,
        status: entry.status,
        isPullRequest: entry.isPullRequest,
        reason: entry.reason,
        isUnread: entry.isUnread,
        updatedAt: entry.updatedAt.toISOString(),
      }
    }),
  }
}
