import { HubError } from '@portolan/contract'
import { type Oid, objectBody, parseCommit, splitMessage } from '@portolan/git'
import { loadActor } from '../../identity/accounts/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { readObjects, readRef } from '../../foundation/git-store/index.ts'
import { type Hub, insideOf } from '../../hub.ts'
import { notify } from '../notifications/index.ts'
import type { Readable } from '../../repository/access/index.ts'
import { historyOf } from '../../repository/revisions/index.ts'
import { pullRequestNumber } from './discussion.ts'
import { writeEvent } from './write-event.ts'

/** Maximum commits of one push listed in a discussion; beyond that, the oldest are left out. */
const maxListed = 100

interface RefMove {
  readonly ref: string
  readonly from: Oid | null
  readonly to: Oid | null
}

/**
 * Lists in a pull request what was committed or pushed to its ref, in the transaction that moves the ref. Does nothing for other refs.
 * The objects are already stored.
 * @param landing.to `null` when the ref is deleted
 * @param all everything that moves along with it
 * @throws {HubError} `pull_request.not_open` when there is no such pull request, or it has been closed or merged; or, when its ref is to be
 *   deleted, while it is still open
 */
export async function recordPullRequestCommits(
  tx: Tx,
  hub: Hub,
  actorName: string,
  repo: Readable,
  landing: RefMove,
  all: readonly RefMove[] = [landing],
): Promise<void> {
  const num = pullRequestNumber(landing.ref)
  if (num === null) {
    if (landing.ref.startsWith('refs/pr/') && landing.to !== null)
      throw new HubError('pull_request.not_open', { message: `${landing.ref} does not belong to a pull request` })
    return
  }
  const { to } = landing
  // Lock the row, so that a concurrent close or merge comes before or after, not in between.
  const held = await tx
    .updateTable('discussion')
    .set({ updated: hub.now().getTime() })
    .where('repo_id', '=', repo.id)
    .where('num', '=', num)
    .where('base_ref', 'is not', null)
    .where('status', 'in', ['open', 'draft'])
    .returning(['id', 'num', 'base_ref'])
    .executeTakeFirst()
  if (to === null) {
    if (held) throw new HubError('pull_request.not_open', { message: `${landing.ref} belongs to an open pull request; close it first` })
    return
  }
  if (!held) throw new HubError('pull_request.not_open', { message: `${landing.ref} does not belong to an open pull request` })
  const account = await tx.selectFrom('account').select('id').where('name', '=', actorName).executeTakeFirstOrThrow()
  const user = await loadActor(tx, account.id, null)
  if (!user) throw new HubError('auth.forbidden', { message: 'The account is disabled' })
  // The state before the push: the same push may move the base as well.
  const baseMove = all.find(({ ref }) => ref === held.base_ref)
  const base = baseMove !== undefined ? baseMove.from : held.base_ref === null ? null : await readRef(tx, repo.id, held.base_ref)
  let last = ''
  for (const commit of (await newCommits(tx, hub, repo, to, [landing.from, base])).toReversed())
    last = (await writeEvent(tx, hub, user, repo, held, { type: 'commit', data: commit })).uid
  if (last !== '') await notify(tx, hub, { actor: user, repo, discussionId: held.id, eventUid: last })
}

/** Commits that neither the pull request nor its base had, newest first; only the new head when all of them were there. */
async function newCommits(
  tx: Tx,
  hub: Hub,
  repo: Readable,
  to: Oid,
  before: readonly (Oid | null)[],
): Promise<{ subject: string; oid: Oid }[]> {
  const known = new Set<Oid>()
  for (const oid of before) if (oid !== null) for (const each of await historyOf(insideOf(hub, tx), repo, oid)) known.add(each)
  const listed: { subject: string; oid: Oid }[] = []
  const seen = new Set<Oid>([to])
  for (let level = [to]; level.length > 0 && listed.length < maxListed;) {
    const objects = await readObjects(tx, repo.id, level)
    const next: Oid[] = []
    for (const oid of level) {
      const object = objects.get(oid)
      if (object?.type !== 'commit') continue
      const { message, parents } = parseCommit(objectBody(object))
      if (listed.length < maxListed) listed.push({ subject: splitMessage(message).title.slice(0, 500).toWellFormed(), oid })
      for (const parent of parents) {
        if (known.has(parent) || seen.has(parent)) continue
        seen.add(parent)
        next.push(parent)
      }
    }
    level = next
  }
  return listed
}
