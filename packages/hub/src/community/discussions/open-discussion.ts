import { HubError } from '@portolan/contract'
import { type Oid, oidToBytes } from '@portolan/git'
import { sql } from 'kysely'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { lockRepo, moveRef, readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { notify } from '../notifications/index.ts'
import type { Repo } from '../../repository/access/index.ts'
import { limitPosting, requireContributor, requireParticipant } from './access.ts'
import { type Discussion, pullRequestRef, requireDiscussion } from './discussion.ts'
import { findMentions } from './mentions.ts'
import { checkText, checkTitle } from './text.ts'
import { recordDiscussionEvent } from './write-event.ts'

/** The next number of a repo. Writers in one repo wait for each other here until they commit, so numbers have no gaps. */
async function nextNumber(tx: Tx, repoId: number): Promise<number> {
  const row = await tx
    .insertInto('discussion_repo')
    .values({ repo_id: repoId, last_num: 1 })
    .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ last_num: sql`discussion_repo.last_num + 1` }))
    .returning(['last_num', 'disabled'])
    .executeTakeFirstOrThrow()
  if (row.disabled === 1) throw new HubError('discussion.disabled')
  return row.last_num
}

export interface OpenDiscussion {
  readonly title: string
  /** Markdown; may be empty. */
  readonly description: string
  /** Set for a pull request: its target branch, and whether it starts as a draft. */
  readonly pullRequest?: { readonly baseRef: string; readonly isDraft: boolean } | null
}

/** Everything checked and looked up before the transaction that opens a discussion. */
export interface PreparedDiscussion extends OpenDiscussion {
  readonly user: UserActor
  readonly mentioned: readonly string[]
}

/** @throws {HubError} those of the participants' check, `body.invalid`, `revision.not_a_branch`, `auth.rate_limited` */
export async function prepareDiscussion(hub: Hub, actor: Actor, repo: Repo, input: OpenDiscussion): Promise<PreparedDiscussion> {
  const { pullRequest = null } = input
  const user = pullRequest === null ? await requireParticipant(hub, actor, repo) : (await requireContributor(hub, actor, repo)).user
  const title = checkTitle(input.title)
  const description = checkText(input.description, 'description', { mayBeEmpty: true })
  if (pullRequest !== null && !pullRequest.baseRef.startsWith('refs/heads/'))
    throw new HubError('revision.not_a_branch', { message: 'The base of a pull request must be a branch', revision: pullRequest.baseRef })
  await limitPosting(hub, user, repo)
  return { user, title, description, pullRequest, mentioned: await findMentions(hub, repo, description) }
}

/**
 * Opens a discussion, or a pull request, whose ref is created at the head of its base.
 * @throws {HubError} those of {@link prepareDiscussion}, `revision.not_found`
 */
export async function openDiscussion(hub: Hub, actor: Actor, repo: Repo, input: OpenDiscussion): Promise<Discussion> {
  const prepared = await prepareDiscussion(hub, actor, repo, input)
  const { num } = await hub.db.write((tx) => writeDiscussion(tx, hub, repo, prepared))
  return requireDiscussion(hub.db.read, repo, num)
}

/** The second half of {@link openDiscussion}, in the caller's transaction. @returns its number, and where its ref points */
export async function writeDiscussion(
  tx: Tx,
  hub: Hub,
  repo: Repo,
  { user, title, description, mentioned, pullRequest = null }: PreparedDiscussion,
): Promise<{ num: number; base: Oid | null }> {
  const now = hub.now().getTime()
  const num = await nextNumber(tx, repo.id)
  const base = pullRequest === null ? null : await requireBase(tx, repo, pullRequest.baseRef)
  const row = await tx
    .insertInto('discussion')
    .values({
      uid: hub.newId(),
      repo_id: repo.id,
      num,
      title,
      status: pullRequest?.isDraft === true ? 'draft' : 'open',
      author_id: user.userId,
      created: now,
      updated: now,
      events: 1,
      text_length: description.length,
      base_ref: pullRequest?.baseRef ?? null,
      base_oid: base === null ? null : oidToBytes(base),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The description is the first comment.
  const event = await tx
    .insertInto('discussion_event')
    .values({ uid: hub.newId(), discussion_id: row.id, type: 'comment', author_id: user.userId, created: now, raw: description })
    .returning('uid')
    .executeTakeFirstOrThrow()
  if (base !== null) {
    const ref = pullRequestRef(num)
    if (!(await moveRef(tx, repo.id, ref, null, base))) throw new HubError('commit.conflict')
    await recordEvent(tx, hub, { topic: 'ref.created', actor: user.name, repoId: repo.id, payload: { ref, oid: base } })
  }
  await recordDiscussionEvent(tx, hub, user, repo, num, 'created')
  await notify(tx, hub, { actor: user, repo, discussionId: row.id, eventUid: event.uid, mentioned })
  return { num, base }
}

async function requireBase(tx: Tx, repo: Repo, ref: string): Promise<Oid> {
  // Garbage collection frees nothing between this check and the new ref.
  await lockRepo(tx, repo.id)
  const head = await readRef(tx, repo.id, ref)
  if (head === null) throw new HubError('revision.not_found', { message: `Revision not found: ${ref.replace('refs/heads/', '')}` })
  return head
}
