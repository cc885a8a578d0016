import { HubError } from '@portolan/contract'
import { type Oid, oidFromBytes } from '@portolan/git'
import type { Reader } from '../../foundation/db/db.ts'
import type { Repo } from '../../repository/access/index.ts'

export const discussionStatuses = ['draft', 'open', 'closed', 'merged'] as const
export type DiscussionStatus = (typeof discussionStatuses)[number]

/** A draft is also open: it can be committed to and closed, but not merged. */
export function isOpen(status: DiscussionStatus): boolean {
  return status === 'open' || status === 'draft'
}

/** The author of a comment or action, as shown on pages. */
export interface DiscussionAuthor {
  readonly id: number
  readonly uid: string
  readonly kind: 'user' | 'org'
  readonly name: string
  readonly fullname: string
}

/** A discussion or a pull request, as lists show it. */
export interface Discussion {
  readonly id: number
  readonly uid: string
  readonly repoId: number
  readonly num: number
  readonly title: string
  readonly status: DiscussionStatus
  readonly isPullRequest: boolean
  readonly authorId: number
  /** `null` when the account is gone. */
  readonly author: DiscussionAuthor | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly isPinned: boolean
  readonly isLocked: boolean
  /** Not counting the description. */
  readonly comments: number
  /** Full name of a pull request's target branch; `null` for a discussion. */
  readonly baseRef: string | null
  /** The commit a pull request started from; once it is merged, the head of the base just before the merge. */
  readonly baseOid: Oid | null
  /** The merge commit; `null` until merged. */
  readonly headOid: Oid | null
  readonly mergeOid: Oid | null
}

/** The ref that points to the commits of a pull request. */
export function pullRequestRef(num: number): string {
  return `refs/pr/${num}`
}

/** The number in `refs/pr/N`; `null` for any other ref. */
export function pullRequestNumber(ref: string): number | null {
  const digits = /^refs\/pr\/([1-9]\d{0,8})$/.exec(ref)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Columns of a discussion and its author. */
export function selectDiscussions(db: Reader) {
  return db
    .selectFrom('discussion')
    .leftJoin('account', 'account.id', 'discussion.author_id')
    .selectAll('discussion')
    .select([
      'account.uid as author_uid',
      'account.kind as author_kind',
      'account.name as author_name',
      'account.fullname as author_fullname',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDiscussions>['execute']>>[number]

export function toDiscussion(row: Row): Discussion {
  return {
    id: row.id,
    uid: row.uid,
    repoId: row.repo_id,
    num: row.num,
    title: row.title,
    status: row.status as DiscussionStatus,
    isPullRequest: row.base_ref !== null,
    authorId: row.author_id,
    author: authorOf(row.author_id, row),
    createdAt: new Date(row.created),
    updatedAt: new Date(row.updated),
    isPinned: row.pinned === 1,
    isLocked: row.locked === 1,
    comments: row.comments,
    baseRef: row.base_ref,
    baseOid: oidOrNull(row.base_oid),
    headOid: oidOrNull(row.head_oid),
    mergeOid: oidOrNull(row.merge_oid),
  }
}

export function authorOf(
  id: number,
  row: { author_uid: string | null; author_kind: string | null; author_name: string | null; author_fullname: string | null },
): DiscussionAuthor | null {
  // A deleted account keeps its row under a name like this.
  if (row.author_uid === null || row.author_name === null || row.author_name.startsWith('~')) return null
  return {
    id,
    uid: row.author_uid,
    kind: row.author_kind === 'org' ? 'org' : 'user',
    name: row.author_name,
    fullname: row.author_fullname ?? row.author_name,
  }
}

function oidOrNull(bytes: Uint8Array | null): Oid | null {
  return bytes === null ? null : oidFromBytes(bytes)
}

/** `null` when the repo has no discussion with this number. */
export async function findDiscussion(db: Reader, repo: Pick<Repo, 'id'>, num: number): Promise<Discussion | null> {
  if (!Number.isSafeInteger(num) || num < 1 || num > 2_147_483_647) return null
  const row = await selectDiscussions(db).where('discussion.repo_id', '=', repo.id).where('num', '=', num).executeTakeFirst()
  return row ? toDiscussion(row) : null
}

/** As {@link findDiscussion}. @throws {HubError} `discussion.not_found` */
export async function requireDiscussion(db: Reader, repo: Pick<Repo, 'id'>, num: number): Promise<Discussion> {
  const found = await findDiscussion(db, repo, num)
  if (!found) throw new HubError('discussion.not_found', { message: `There is no discussion ${num} in this repository`, num })
  return found
}
