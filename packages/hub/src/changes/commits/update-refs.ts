import { HubError } from '@portolan/contract'
import { type Oid, oidToBytes, referencesOf, type StoredObject } from '@portolan/git'
import { indexRepo } from '../../repository/search/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordPullRequestCommits } from '../../community/discussions/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import {
  lockRepo,
  lastLoss,
  recentlyLostObjects,
  missingObjects,
  moveRef,
  overlappingRef,
  putObjects,
  type PrestoredObjects,
} from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { keepObjects } from '../../repository/lfs/index.ts'
import type { Readable, Repo } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'

const mainRef = `refs/heads/${defaultBranch}`

/** Moves one ref from the value the caller saw to a new one; `null` means "does not exist". */
export interface RefChange {
  /** Full name: `refs/heads/main`. */
  readonly ref: string
  readonly from: Oid | null
  readonly to: Oid | null
}

/** Everything that becomes visible at once. */
export interface RefUpdate {
  readonly changes: readonly RefChange[]
  /** Objects that the repo may not have yet. Together with those stored ahead, they must include everything the changes point to. */
  readonly objects: Iterable<StoredObject> | AsyncIterable<StoredObject>
  /** Objects stored in advance (`prestoreObjects`), because there are many. */
  readonly ahead?: PrestoredObjects | null
  /** Large files (sha-256) that the new commits point to: the repo keeps them from now on. */
  readonly lfs: readonly string[]
  /** Facts about the repo at the new head of the default branch. Required when that branch moves. */
  readonly described: { readonly facts: RepoFacts; readonly storageBytes: number } | null
}

/** Someone else moved a ref between the caller's read and the update. Thrown inside the transaction, so nothing is kept. */
export class RefMovedError extends Error {
  override readonly name = 'RefMovedError'
  readonly ref: string

  constructor(ref: string) {
    super(`${ref} has changed in the meantime`)
    this.ref = ref
  }
}

/**
 * The one place where refs move to new commits: compare-and-set of every ref, the objects, the large files, the repo's row, its facts,
 * the search index and the events, in the caller's transaction. Commits, pushes and merges all end here. The caller checks permissions.
 * @param actorName who did it, for the events
 * @throws {RefMovedError} a ref is no longer at `from`; `HubError` `revision.exists` when a new ref conflicts with an existing name
 */
export async function updateRefs(tx: Tx, hub: Hub, actorName: string, repo: Readable, update: RefUpdate): Promise<void> {
  const moves = update.changes.filter(({ from, to }) => from !== to)
  const main = moves.find(({ ref }) => ref === mainRef)
  if (main && (main.to === null || update.described === null)) throw new Error('The default branch changed without a commit description')
  await lockRepo(tx, repo.id)
  // Deletions come first, to make room for additions: `a` may be replaced by `a/b`.
  const inOrder = [...moves.filter(({ to }) => to === null), ...moves.filter(({ to }) => to !== null)]
  for (const change of inOrder) await move(tx, repo, change)
  if (await recentlyLostObjects(tx, repo.id)) await putComplete(tx, repo, update, moves)
  else {
    await putObjects(tx, repo.id, update.objects)
    // Objects collected so long ago that there is no record of it: no ref may point to a missing object.
    await requireObjects(
      tx,
      repo,
      moves.flatMap(({ to }) => to ?? []),
    )
  }
  for (const change of inOrder) await recordPullRequestCommits(tx, hub, actorName, repo, change, inOrder)
  await keepObjects(tx, repo.id, update.lfs)
  // An outsider's pull request does not bump a repo to the top of the lists.
  const isOwnChange = moves.some(({ ref }) => !ref.startsWith('refs/pr/'))
  if (isOwnChange) {
    await tx
      .updateTable('repo')
      .set({
        updated: hub.now().getTime(),
        ...(main?.to && update.described ? { head: oidToBytes(main.to), storage: update.described.storageBytes } : {}),
      })
      .where('id', '=', repo.id)
      .execute()
  }
  if (main?.to && update.described) await describe(tx, hub, repo, main.to, update.described.facts)
  for (const change of moves) await recordRefEvent(tx, hub, actorName, repo, change)
}

async function move(tx: Tx, repo: Repo, { ref, from, to }: RefChange): Promise<void> {
  if (from === null && to !== null) {
    const inTheWay = await overlappingRef(tx, repo.id, ref)
    if (inTheWay !== null) throw new HubError('revision.exists', { message: `${ref} cannot exist because ${inTheWay} exists`, ref })
  }
  if (!(await moveRef(tx, repo.id, ref, from, to))) throw new RefMovedError(ref)
}

/**
 * Stored objects never reference missing ones: garbage collection guarantees it. Only what the caller read a while ago may have been collected since,
 * and only in a repo that lost objects recently.
 */
async function putComplete(tx: Tx, repo: Repo, update: RefUpdate, moves: readonly RefChange[]): Promise<void> {
  const wanted = new Set(moves.flatMap(({ to }) => (to === null ? [] : [to])))
  const brought = new Set<Oid>()
  const watched = async function* (objects: RefUpdate['objects']) {
    for await (const object of objects) {
      brought.add(object.oid)
      for (const oid of referencesOf(object)) wanted.add(oid)
      yield object
    }
  }
  await putObjects(tx, repo.id, watched(update.objects))
  const { ahead } = update
  if (ahead && (await lastLoss(tx, repo.id)) !== ahead.loss) await putObjects(tx, repo.id, watched(ahead.again()))
  else for (const oid of ahead?.outside ?? []) wanted.add(oid)
  await requireObjects(
    tx,
    repo,
    [...wanted].filter((oid) => !brought.has(oid)),
  )
}

async function requireObjects(tx: Tx, repo: Repo, oids: readonly Oid[]): Promise<void> {
  const [missing] = await missingObjects(tx, repo.id, oids)
  if (missing !== undefined)
    throw new HubError('commit.conflict', {
      message: `The object ${missing}, which no ref reached, was freed in the meantime. Send it again.`,
    })
}

async function describe(tx: Tx, hub: Hub, repo: Repo, commitOid: Oid, facts: RepoFacts): Promise<void> {
  const row = { head: oidToBytes(commitOid), facts: JSON.stringify(facts) }
  await tx
    .insertInto('repo_facts')
    .values({ repo_id: repo.id, ...row })
    .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(row))
    .execute()
  await indexRepo(tx, hub, repo.id, facts)
}

async function recordRefEvent(tx: Tx, hub: Hub, actor: string, repo: Repo, { ref, from, to }: RefChange): Promise<void> {
  const event = { actor, repoId: repo.id }
  if (to === null) await recordEvent(tx, hub, { ...event, topic: 'ref.deleted', payload: { ref, oid: from } })
  else if (from === null) await recordEvent(tx, hub, { ...event, topic: 'ref.created', payload: { ref, oid: to } })
  else await recordEvent(tx, hub, { ...event, topic: 'commit.created', payload: { ref, from, to } })
}
