import { branchNameProblem, encodeTag, makeObject, type Oid } from '@portolan/git'
import { HubError } from '@portolan/contract'
import { type Actor, type UserActor, requireUser } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import {
  lockRepo,
  initialCommit,
  missingObjects,
  moveRef,
  overlappingRef,
  putObjects,
  readRef,
  readRefs,
} from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { type Readable, type Repo, requireAccess } from '../access/index.ts'
import { signatureOf } from '../repos/index.ts'
import { defaultBranch, peel, resolveRevision } from './revision.ts'

export interface Ref {
  readonly name: string
  /** Full name. */
  readonly ref: string
  readonly targetCommit: Oid
}

export interface RefList {
  readonly branches: Ref[]
  readonly tags: Ref[]
  readonly converts: Ref[]
  readonly pullRequests: Ref[]
}

/** All refs of a repo by kind; annotated tags are shown with their commit. */
export async function listRefs(hub: Hub, repo: Readable): Promise<RefList> {
  const list: RefList = { branches: [], tags: [], converts: [], pullRequests: [] }
  for (const { name, oid } of await readRefs(hub.db.read, repo.id)) {
    const [, kind = '', ...rest] = name.split('/')
    const ref = (): Ref => ({ name: rest.join('/'), ref: name, targetCommit: oid })
    if (kind === 'heads') list.branches.push(ref())
    else if (kind === 'tags') list.tags.push({ ...ref(), targetCommit: await peel(hub, repo, oid) })
    else if (kind === 'convert') list.converts.push(ref())
    else if (kind === 'pr') list.pullRequests.push(ref())
  }
  // The default branch first, as on every page.
  list.branches.sort((a, b) => Number(b.name === defaultBranch) - Number(a.name === defaultBranch))
  return list
}

/**
 * Creates a branch at a revision (default: the head of `main`), or an empty one.
 * @throws {HubError} `revision.invalid_name`, `revision.exists`, `revision.not_found`
 */
export async function createBranch(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  input: { name: string; startingPoint?: string | null; overwrite?: boolean; empty?: boolean },
): Promise<Ref> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const ref = branchRef(input.name)
  const empty = input.empty === true ? emptyStart(hub, user) : null
  const target = empty?.commitOid ?? (await resolveRevision(hub, repo, input.startingPoint ?? defaultBranch)).commitOid
  await hub.db.write(async (tx) => {
    const before = await readRef(tx, repo.id, ref)
    if (before !== null && input.overwrite !== true) throw new HubError('revision.exists', { message: `Reference ${ref} already exists` })
    if (before !== null && ref === `refs/heads/${defaultBranch}`)
      throw new HubError('revision.protected', { message: 'The default branch cannot be overwritten' })
    if (before === null) await refuseOverlap(tx, repo, ref, input.name)
    if (empty) await putObjects(tx, repo.id, empty.objects)
    await requireStored(tx, repo, target)
    if (!(await moveRef(tx, repo.id, ref, before, target))) throw new HubError('commit.conflict')
    await recordEvent(tx, hub, { topic: 'ref.created', actor: user.name, repoId: repo.id, payload: { ref, oid: target } })
  })
  return { name: input.name, ref, targetCommit: target }
}

/** @throws {HubError} `revision.protected` for `main`, `revision.not_found` */
export async function deleteBranch(hub: Hub, actor: Actor, repo: Repo, name: string): Promise<void> {
  const ref = branchRef(name)
  if (ref === `refs/heads/${defaultBranch}`)
    throw new HubError('revision.protected', { message: `Cannot delete ${ref}: it is the default branch` })
  await deleteRef(hub, actor, repo, ref, name)
}

/** Creates a tag at a revision; an annotated one if there is a message. @throws {HubError} `revision.not_found`, `revision.invalid_name`, `revision.exists` */
export async function createTag(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  input: { tag: string; revision: string; message?: string | null },
): Promise<Ref> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  // The revision first: clients expect a missing one to be reported whatever the name is.
  const { commitOid } = await resolveRevision(hub, repo, input.revision)
  const problem = branchNameProblem(input.tag)
  if (problem !== null) throw new HubError('revision.invalid_name', { message: problem })
  const ref = `refs/tags/${input.tag}`
  const annotated = input.message
    ? makeObject(
        'tag',
        encodeTag({ object: commitOid, type: 'commit', tag: input.tag, tagger: signatureOf(user, hub.now()), message: input.message }),
      )
    : null
  await hub.db.write(async (tx) => {
    await refuseOverlap(tx, repo, ref, input.tag)
    await requireStored(tx, repo, commitOid)
    if (annotated) await putObjects(tx, repo.id, [annotated])
    if (!(await moveRef(tx, repo.id, ref, null, annotated?.oid ?? commitOid))) {
      throw new HubError('revision.exists', { message: `Reference ${ref} already exists` })
    }
    await recordEvent(tx, hub, { topic: 'ref.created', actor: user.name, repoId: repo.id, payload: { ref, oid: commitOid } })
  })
  return { name: input.tag, ref, targetCommit: commitOid }
}

/** @throws {HubError} `revision.not_found` */
export async function deleteTag(hub: Hub, actor: Actor, repo: Repo, tag: string): Promise<void> {
  await deleteRef(hub, actor, repo, `refs/tags/${tag}`, tag)
}

async function deleteRef(hub: Hub, actor: Actor, repo: Repo, ref: string, shown: string): Promise<void> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  await hub.db.write(async (tx) => {
    const before = await readRef(tx, repo.id, ref)
    // Clients search for these words.
    if (before === null) throw new HubError('revision.not_found', { message: `Invalid rev id: ${ref} does not exist`, revision: shown })
    if (!(await moveRef(tx, repo.id, ref, before, null))) throw new HubError('commit.conflict')
    await recordEvent(tx, hub, { topic: 'ref.deleted', actor: user.name, repoId: repo.id, payload: { ref, oid: before } })
  })
}

/** With conflicting refs, nobody could clone the repo. */
async function refuseOverlap(tx: Tx, repo: Repo, ref: string, shown: string): Promise<void> {
  const inTheWay = await overlappingRef(tx, repo.id, ref)
  if (inTheWay !== null)
    throw new HubError('revision.exists', { message: `${shown} cannot exist because ${inTheWay.replace(/^refs\/\w+\//, '')} exists` })
}

/** `refs/convert/…` is writable like a branch. */
function branchRef(name: string): string {
  const problem = branchNameProblem(name.startsWith('refs/convert/') ? name.slice('refs/convert/'.length) : name)
  if (problem !== null || (name.startsWith('refs/') && !name.startsWith('refs/convert/'))) {
    throw new HubError('revision.invalid_name', {
      message: problem ?? 'Invalid reference for a branch: the name must not start with refs/',
    })
  }
  return name.startsWith('refs/convert/') ? name : `refs/heads/${name}`
}

function emptyStart(hub: Hub, user: UserActor): ReturnType<typeof initialCommit> {
  return initialCommit({ files: [], author: signatureOf(user, hub.now()), message: 'initial commit' })
}

/** An unreferenced commit may be freed between the check and the write. The repo is locked from here on. */
async function requireStored(tx: Tx, repo: Repo, commitOid: Oid): Promise<void> {
  await lockRepo(tx, repo.id)
  if ((await missingObjects(tx, repo.id, [commitOid])).length > 0) throw new HubError('revision.not_found', { revision: commitOid })
}
