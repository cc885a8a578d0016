import { filePathProblem, HubError } from '@portolan/contract'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { canAdmin, type Repo, requireAccess } from '../access/index.ts'

/** A file lock: someone is working on a file, and asks others not to. A lock covers its path on every branch. */
export interface Lock {
  readonly id: string
  readonly path: string
  readonly lockedAt: Date
  /** Name of the account. */
  readonly owner: string
  readonly ownerId: number
}

export interface LockQuery {
  readonly path?: string | null
  readonly id?: string | null
  /** Cursor from the previous page. */
  readonly cursor?: string | null
  readonly limit?: number | null
}

export interface LockPage {
  readonly locks: readonly Lock[]
  readonly nextCursor: string | null
}

const maxPage = 100
const maxLocks = 10_000

/**
 * Locks a path, whether or not the file exists.
 * @throws {HubError} `lfs.locked` with the lock in `details.lock` when anyone already has it; `commit.invalid_path`; and those of the write check
 */
export async function createLock(hub: Hub, actor: Actor, repo: Repo, input: { path: string; ref?: string | null }): Promise<Lock> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const problem = filePathProblem(input.path)
  if (problem !== null)
    throw new HubError('commit.invalid_path', { message: `${problem}: ${JSON.stringify(input.path)}`, path: input.path })
  const uid = hub.newId()
  const created = hub.now().getTime()
  await hub.db.write(async (tx) => {
    const { n } = await tx
      .selectFrom('lfs_lock')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('repo_id', '=', repo.id)
      .executeTakeFirstOrThrow()
    if (Number(n) >= maxLocks) throw new HubError('body.invalid', { message: `A repository can have at most ${maxLocks} locks` })
    const done = await tx
      .insertInto('lfs_lock')
      .values({ uid, repo_id: repo.id, path: input.path, ref: input.ref?.slice(0, 250) ?? null, user_id: user.userId, created })
      .onConflict((conflict) => conflict.columns(['repo_id', 'path']).doNothing())
      .executeTakeFirst()
    if (done.numInsertedOrUpdatedRows !== 1n) {
      const lock = (await select(tx, repo, { path: input.path })).locks[0]
      throw new HubError('lfs.locked', { message: `${input.path} is locked by ${lock?.owner ?? 'someone'}`, path: input.path, lock })
    }
    await recordEvent(tx, hub, { topic: 'lock.created', actor: user.name, repoId: repo.id, payload: { path: input.path } })
  })
  return { id: uid, path: input.path, lockedAt: new Date(created), owner: user.name, ownerId: user.userId }
}

/** Locks of a repo, oldest first. @throws {HubError} `query.invalid` for a malformed cursor; and those of the content check */
export async function listLocks(hub: Hub, actor: Actor, repo: Repo, query: LockQuery): Promise<LockPage> {
  requireAccess(actor, repo, 'content')
  return select(hub.db.read, repo, query)
}

/** The locks relevant to someone about to push, split into their own and others'. @throws {HubError} those of the write check */
export async function verifyLocks(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  query: LockQuery,
): Promise<{ ours: Lock[]; theirs: Lock[]; nextCursor: string | null }> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const { locks, nextCursor } = await select(hub.db.read, repo, query)
  return {
    ours: locks.filter(({ ownerId }) => ownerId === user.userId),
    theirs: locks.filter(({ ownerId }) => ownerId !== user.userId),
    nextCursor,
  }
}

/**
 * Removes a lock: allowed for its owner and, with `force`, for the repo's administrators.
 * @throws {HubError} `lfs.lock_missing`, `auth.forbidden`, and those of the write check
 */
export async function deleteLock(hub: Hub, actor: Actor, repo: Repo, id: string, force: boolean): Promise<Lock> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  return hub.db.write(async (tx) => {
    const lock = (await select(tx, repo, { id })).locks[0]
    if (!lock) throw new HubError('lfs.lock_missing')
    if (lock.ownerId !== user.userId && !(force && canAdmin(actor, repo)))
      throw new HubError('auth.forbidden', {
        message: force
          ? `${lock.path} is locked by ${lock.owner}; only administrators of the repository can remove other users' locks`
          : `${lock.path} is locked by ${lock.owner}`,
      })
    await tx.deleteFrom('lfs_lock').where('repo_id', '=', repo.id).where('uid', '=', id).execute()
    await recordEvent(tx, hub, {
      topic: 'lock.deleted',
      actor: user.name,
      repoId: repo.id,
      payload: { path: lock.path, owner: lock.owner },
    })
    return lock
  })
}

async function select(db: Reader, repo: Repo, { path, id, cursor, limit }: LockQuery): Promise<LockPage> {
  const size = Math.min(Math.max(1, limit ?? maxPage), maxPage)
  const after = cursor ? Number(cursor) : 0
  if (!Number.isSafeInteger(after) || after < 0)
    throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
  let query = db
    .selectFrom('lfs_lock')
    .innerJoin('account', 'account.id', 'lfs_lock.user_id')
    .select(['lfs_lock.id', 'lfs_lock.uid', 'lfs_lock.path', 'lfs_lock.user_id', 'lfs_lock.created', 'account.name'])
    .where('lfs_lock.repo_id', '=', repo.id)
    .where('lfs_lock.id', '>', after)
    .orderBy('lfs_lock.id')
    .limit(size + 1)
  if (path) query = query.where('lfs_lock.path', '=', path)
  if (id) query = query.where('lfs_lock.uid', '=', id)
  const rows = await query.execute()
  const page = rows.slice(0, size)
  return {
    locks: page.map((row) => ({ id: row.uid, path: row.path, lockedAt: new Date(row.created), owner: row.name, ownerId: row.user_id })),
    nextCursor: rows.length > size ? String(page.at(-1)?.id) : null,
  }
}
