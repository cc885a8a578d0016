import { HubError, limits } from '@portolan/contract'
import {
  encodeCommit,
  encodePointer,
  makeObject,
  makeObjectAside,
  objectBody,
  type Oid,
  parsePointer,
  type StoredObject,
} from '@portolan/git'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import {
  prepareDiscussion,
  type PreparedDiscussion,
  pullRequestRef,
  requireCommitter,
  writeDiscussion,
} from '../../community/discussions/index.ts'
import { checkCard, type RepoFacts } from '../../foundation/facts/index.ts'
import { readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey } from '../../hub-cache.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import type { Repo, WithContent } from '../../repository/access/index.ts'
import { signatureOf } from '../../repository/repos/index.ts'
import { defaultBranch, factsOfBlobs, getCommit, readBlob, resolveRevision } from '../../repository/revisions/index.ts'
import { factsOfTree } from './facts-of-tree.ts'
import { requireSafeGitFiles } from './git-files.ts'
import { coverLargeFiles } from './lfs-attributes.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import { runSerialized } from './run-serialized.ts'
import { updateRefs, RefMovedError } from './update-refs.ts'
import { checkOperations, type CommitOperation } from './operation.ts'
import { TreeEditor } from './tree-editor.ts'

/** How often a commit without `parentCommit` is rebuilt because the head moved in the meantime. */
const maxAttempts = 8
/** Maximum characters of summary and description combined: every list of commits reads them. */
const maxMessage = 65_536
const mainRef = `refs/heads/${defaultBranch}`

export interface CreateCommit {
  /** A branch, or `refs/pr/N`. */
  readonly revision: string
  /** Full id of the commit the caller built on; the commit fails if the branch has moved on. */
  readonly parentCommit?: string | null
  readonly summary: string
  readonly description?: string | null
  readonly operations: readonly CommitOperation[]
  /** Opens a pull request for the branch containing the commit, instead of moving the branch. */
  readonly createPullRequest?: boolean
}

export interface CommitResult {
  readonly commitOid: Oid
  readonly parentOid: Oid
  /** False when the operations changed nothing: `commitOid` is then the unchanged head. */
  readonly changed: boolean
  /** Number of the pull request opened for the commit. */
  readonly pullRequest: number | null
}

/** What one attempt built on a head. */
interface Built {
  readonly commitOid: Oid
  readonly objects: readonly StoredObject[]
  readonly lfs: readonly string[]
  readonly described: { readonly facts: RepoFacts; readonly storageBytes: number } | null
}

/**
 * Commits changes to a branch: git objects, the ref, the repo's row, its facts, the search index and the event in one transaction.
 * Concurrent writers on a branch either both land, or one gets an error; no commit is silently lost.
 * @throws {HubError} `commit.stale_parent`, `commit.conflict`, `commit.invalid_path`, `commit.invalid_operation`, `commit.file_missing`,
 *   `commit.file_too_large`, `commit.lfs_missing`, `commit.invalid_card`, `revision.not_found`, `revision.not_a_branch`
 */
export async function createCommit(hub: Hub, actor: Actor, asked: Repo, input: CreateCommit): Promise<CommitResult> {
  const isForNewPullRequest = input.createPullRequest === true
  const { user, repo } = await requireCommitter(hub, actor, asked, input.revision, { isForNewPullRequest })
  if (input.summary.trim() === '') throw new HubError('commit.invalid_operation', { message: 'A commit must have a summary' })
  if (input.summary.length + (input.description?.length ?? 0) > maxMessage)
    throw new HubError('commit.invalid_operation', { message: `A commit message can have at most ${maxMessage} characters` })
  await checkOperations(input.operations)
  await requireValidCard(repo, input.operations)
  const sizes = await largeFileSizes(hub, user, repo, input.operations)
  await requireFreeSpace(
    hub,
    repo.ownerId,
    input.operations.reduce((sum, operation) => sum + (operation.kind === 'file' ? operation.content.length : 0), 0),
  )
  const ref = await requireBranch(hub, repo, input.revision, isForNewPullRequest)
  const { summary, description } = input
  const pullRequest = { baseRef: ref, isDraft: false }
  const opened = isForNewPullRequest
    ? await prepareDiscussion(hub, user, repo, { title: titleFrom(summary), description: description ?? '', pullRequest })
    : null
  return runSerialized(hub, cacheKey(repo.uid, ref), () => commitOn(hub, user, repo, { ...input, ref, sizes, opened }))
}

/** Turns a summary into a pull request title: titles have tighter length limits in both directions. */
function titleFrom(summary: string): string {
  const line = summary.replaceAll(/\s+/g, ' ').trim()
  const title = line.length > limits.discussionTitleMax ? `${line.slice(0, limits.discussionTitleMax - 1)}…` : line
  return title.length < limits.discussionTitleMin ? `Change: ${title}` : title
}

async function commitOn(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  input: CreateCommit & { ref: string; sizes: ReadonlyMap<string, number>; opened: PreparedDiscussion | null },
): Promise<CommitResult> {
  const { ref, opened } = input
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const head = await readRef(hub.db.read, repo.id, ref)
    if (head === null) throw new HubError('revision.not_found', { revision: input.revision })
    if (input.parentCommit && input.parentCommit !== head)
      throw new HubError('commit.stale_parent', { head, parentCommit: input.parentCommit })
    const built = await build(hub, user, repo, { ...input, head, isDescribed: ref === mainRef && opened === null })
    if (built === null) return { commitOid: head, parentOid: head, changed: false, pullRequest: null }
    try {
      const pullRequest = await hub.db.write(async (tx) => {
        const begun = opened === null ? null : await writeDiscussion(tx, hub, repo, opened)
        if (begun !== null && begun.base !== head) throw new RefMovedError(ref)
        const target = begun === null ? ref : pullRequestRef(begun.num)
        await updateRefs(tx, hub, user.name, repo, { ...built, changes: [{ ref: target, from: head, to: built.commitOid }] })
        return begun?.num ?? null
      })
      return { commitOid: built.commitOid, parentOid: head, changed: true, pullRequest }
    } catch (error) {
      if (!(error instanceof RefMovedError)) throw error
      if (input.parentCommit) throw new HubError('commit.stale_parent', { parentCommit: input.parentCommit })
    }
  }
  throw new HubError('commit.conflict')
}

/** The full ref to commit to. What is no branch is reported as missing to callers that open a pull request: clients expect that. */
async function requireBranch(hub: Hub, repo: WithContent, revision: string, isForNewPullRequest: boolean): Promise<string> {
  const { ref } = await resolveRevision(hub, repo, revision)
  if (ref !== null && /^refs\/(heads|pr|convert)\//.test(ref)) return ref
  if (isForNewPullRequest)
    throw new HubError('revision.not_found', {
      message: `Revision not found: ${revision} is not a branch, and a pull request needs one`,
      revision,
    })
  throw new HubError('revision.not_a_branch', { message: `${revision} is not a branch`, revision })
}

/** A card that breaks the rules is refused before anything is built. */
async function requireValidCard(repo: Repo, operations: readonly CommitOperation[]): Promise<void> {
  const card = operations.findLast((operation) => operation.kind === 'file' && operation.path === 'README.md')
  if (card?.kind !== 'file') return
  const { errors } = await checkCard(card.content.toString('utf8'), repo.type)
  if (errors.length > 0)
    throw new HubError('commit.invalid_card', {
      message: `Invalid metadata in README.md: ${errors.map(({ message }) => message).join('; ')}`,
      errors,
    })
}

/** Sizes by sha-256. Every large file must be stored, and the user must be allowed to use it in this repo; otherwise knowing a hash would reveal content. */
async function largeFileSizes(
  hub: Hub,
  user: UserActor,
  repo: Repo,
  operations: readonly CommitOperation[],
): Promise<ReadonlyMap<string, number>> {
  const wanted: { path: string; sha256: string; size: number | undefined }[] = []
  const yielder = new Yielder()
  for (const operation of operations) {
    await yielder.yieldIfDue()
    if (operation.kind === 'lfs') wanted.push({ path: operation.path, sha256: operation.sha256, size: operation.size })
    // A pointer pasted as a file counts as the file it points to.
    const pointer = operation.kind === 'file' ? parsePointer(operation.content) : null
    if (pointer && operation.kind === 'file') wanted.push({ path: operation.path, ...pointer })
  }
  const usable = new Map<string, number>()
  const all = [...new Set(wanted.map(({ sha256 }) => sha256))]
  for (let at = 0; at < all.length; at += 1_000) {
    for (const [sha256, size] of await usableObjects(hub.db.read, repo.id, user.userId, all.slice(at, at + 1_000))) usable.set(sha256, size)
  }
  for (const { path, sha256, size } of wanted) {
    const stored = usable.get(sha256)
    if (stored === undefined)
      throw new HubError('commit.lfs_missing', {
        message: `The large file for ${path} has not been uploaded (sha256 ${sha256})`,
        path,
        sha256,
      })
    if (size !== undefined && size !== stored)
      throw new HubError('commit.invalid_operation', {
        message: `The declared size of ${path} is ${size} bytes, but the uploaded file has ${stored}`,
        path,
      })
  }
  return usable
}

async function build(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  input: CreateCommit & { head: Oid; sizes: ReadonlyMap<string, number>; isDescribed: boolean },
): Promise<Built | null> {
  const base = await getCommit(hub, repo, input.head)
  const editor = new TreeEditor(hub, repo)
  await editor.open(base.tree)
  const blobs = new Map<Oid, StoredObject>()
  const add = async (content: Buffer): Promise<Oid> => {
    const object = await makeObjectAside('blob', content)
    blobs.set(object.oid, object)
    return object.oid
  }
  const lfsPaths = new Map<string, string>()
  const yielder = new Yielder()
  for (const operation of input.operations) {
    await apply(editor, operation, add, input.sizes, lfsPaths)
    await yielder.yieldIfDue()
  }
  const moved = await movedLargeFiles(hub, repo, editor, input.operations)
  const read = async (oid: Oid) => {
    const fresh = blobs.get(oid)
    return fresh ? objectBody(fresh) : readBlob(hub, repo, oid)
  }
  await requireSafeGitFiles(editor, input.operations, read)
  const readText = async (oid: Oid) => (await read(oid)).toString('utf8')
  const attributes = await coverLargeFiles(editor, [...new Set([...lfsPaths.keys(), ...moved])], readText)
  if (attributes) blobs.set(attributes.oid, attributes)
  const { tree, objects: trees } = await editor.write()
  if (tree === base.tree) return null
  const author = signatureOf(user, hub.now())
  const message = input.description ? `${input.summary}\n\n${input.description}` : input.summary
  const commit = makeObject('commit', encodeCommit({ tree, parents: [input.head], author, committer: author, message }))
  const described = input.isDescribed ? await factsOfTree(hub, repo, editor, blobs) : null
  return {
    commitOid: commit.oid,
    objects: [...blobs.values(), ...trees, commit],
    lfs: [...new Set(lfsPaths.values())],
    described,
  }
}

async function apply(
  editor: TreeEditor,
  operation: CommitOperation,
  add: (content: Buffer) => Promise<Oid>,
  sizes: ReadonlyMap<string, number>,
  lfsPaths: Map<string, string>,
): Promise<void> {
  switch (operation.kind) {
    case 'file': {
      const pointer = parsePointer(operation.content)
      if (operation.oldPath !== undefined && operation.oldPath !== operation.path)
        await move(editor, operation.oldPath, operation.path, lfsPaths)
      await editor.put(operation.path, await add(operation.content))
      if (pointer) lfsPaths.set(operation.path, pointer.sha256)
      else lfsPaths.delete(operation.path)
      return
    }
    case 'lfs': {
      if (operation.oldPath !== undefined && operation.oldPath !== operation.path)
        await move(editor, operation.oldPath, operation.path, lfsPaths)
      const pointer = encodePointer({ sha256: operation.sha256, size: sizes.get(operation.sha256) ?? 0 })
      await editor.put(operation.path, await add(pointer))
      lfsPaths.set(operation.path, operation.sha256)
      return
    }
    case 'delete': {
      const path = operation.path.replace(/\/$/, '')
      if (!(await editor.remove(path, operation.scope))) {
        throw new HubError('commit.file_missing', {
          message: `A file with this name doesn't exist: ${operation.path}`,
          path: operation.path,
        })
      }
      for (const known of lfsPaths.keys()) if (known === path || known.startsWith(`${path}/`)) lfsPaths.delete(known)
      return
    }
    case 'rename':
      await move(editor, operation.from, operation.to, lfsPaths)
  }
}

async function move(editor: TreeEditor, from: string, to: string, lfsPaths: Map<string, string>): Promise<void> {
  await editor.rename(from, to)
  // A moved file may end up below `from` again (`a/b/b` to `a/b`): only look at what was there before.
  const before = Array.from(lfsPaths)
  for (const [path, sha256] of before) {
    if (path !== from && !path.startsWith(`${from}/`)) continue
    lfsPaths.delete(path)
    lfsPaths.set(`${to}${path.slice(from.length)}`, sha256)
  }
}

/** Large files of the head whose path changed: there may be no attribute that covers the new one. */
async function movedLargeFiles(hub: Hub, repo: WithContent, editor: TreeEditor, operations: readonly CommitOperation[]): Promise<string[]> {
  const targets = operations.flatMap((operation) => (operation.kind === 'rename' ? [operation.to] : []))
  if (targets.length === 0) return []
  const roots = new Set(targets)
  const isBelow = (path: string): boolean => {
    if (roots.has(path)) return true
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      if (roots.has(path.slice(0, slash))) return true
    }
    return false
  }
  const files = (await editor.files()).filter(({ path, item }) => item.mode !== '160000' && isBelow(path))
  const facts = await factsOfBlobs(
    hub,
    repo,
    files.map(({ item }) => item.oid),
  )
  return files.filter(({ item }) => facts.get(item.oid)?.lfs).map(({ path }) => path)
}
