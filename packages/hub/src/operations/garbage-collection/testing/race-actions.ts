import { setTimeout as delay } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { encodePointer, encodeTree, makeObject, objectBody, type Oid, type TreeItem } from '@portolan/git'
import { rawPack } from '@portolan/git/testing'
import { createCommit, updateRefs } from '../../../changes/commits/index.ts'
import { changeStatus, deletePullRequestRef, openDiscussion } from '../../../community/discussions/index.ts'
import { openFile } from '../../../changes/files/index.ts'
import { prestoreObjects } from '../../../foundation/git-store/index.ts'
import { deleteLargeFiles, squashBranch } from '../../../changes/history/index.ts'
import { acceptUpload, lfsBatch, storeInlineLarge } from '../../../repository/lfs/index.ts'
import { mergePullRequest } from '../../../changes/pull-requests/index.ts'
import { receivePush } from '../../../changes/pushes/index.ts'
import { deleteRepo, duplicateRepo, moveRepo } from '../../../repository/repos/index.ts'
import type { WithContent } from '../../../repository/access/index.ts'
import { createBranch, deleteBranch, listRefs } from '../../../repository/revisions/index.ts'
import { listMarks } from '../keep-marks.ts'
import { restoreRepo } from '../restore-repo.ts'
import { pick, type Random, remember, shaOf, someBranch, someRepo, type World } from './race-scenario.ts'
import { cutStoredFile, sharedContents, uploadSharedChunks } from './race-xet.ts'

export type Action = (world: World, random: Random) => Promise<void>

const hour = 3_600_000
const day = 24 * hour

/** Only a few contents, so that uploads collide with removals of the same one. Some may also be uploaded as chunks. */
const contents = [
  ...Array.from({ length: 12 }, (_, i) => Buffer.from(`large content number ${i}`)),
  ...sharedContents.map(({ bytes }) => bytes),
]

/** Contents that are also permanently deleted from repos: going back to an old commit does not restore them, as their owner intended. */
const removable = Array.from({ length: 3 }, (_, i) => Buffer.from(`soon to be removed ${i}`))
const removableHashes = removable.map(shaOf)

/** Whether a line of `lostData` was intended by someone. */
export function isRequested(line: string): boolean {
  return line.includes('lost its right') && removableHashes.some((sha256) => line.includes(sha256))
}

/** The writers' actions, weighted by how often they are listed. */
export const actions: readonly (readonly [string, Action])[] = [
  ['commit', commitLarge],
  ['commit', commitLarge],
  ['upload by link', uploadByLink],
  ['upload by link', uploadByLink],
  ['upload as chunks', commitChunks],
  ['upload as chunks', commitChunks],
  ['cut', cutStoredFile],
  ['text', commitText],
  ['push', push],
  ['push', push],
  ['push ahead', pushAhead],
  ['branch', branch],
  ['delete branch', removeBranch],
  ['force', force],
  ['force', force],
  ['squash', squash],
  ['delete large file', removeLargeFile],
  ['open pull request', openPullRequest],
  ['commit to pull request', commitToPullRequest],
  ['merge', merge],
  ['close pull request', closePullRequest],
  ['read', readBack],
  ['read', readBack],
  ['delete repo', removeRepo],
  ['restore', restore],
  ['copy', copy],
  ['move', moveElsewhere],
  ['wait', wait],
  ['wait', wait],
  ['wait', wait],
]

async function commitLarge(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const content = pick(random, random() < 0.2 ? removable : contents)
  await storeInlineLarge(hub, ada, repo, Readable.from([content]))
  await commitPointer(world, repo, random, content)
}

async function uploadByLink(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const content = pick(random, contents)
  const objects = [{ oid: shaOf(content), size: content.length }]
  const [offer] = (await lfsBatch(hub, ada, repo, { operation: 'upload', transfers: [], objects })).objects
  if (offer?.state === 'upload') await acceptUpload(hub, ada, offer.link, Readable.from([content]))
  await delay(random() * 3)
  // Some are never committed.
  if (random() < 0.1) return
  await commitPointer(world, repo, random, content)
}

async function commitChunks(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await commitPointer(world, repo, random, await uploadSharedChunks(world, repo, random))
}

async function commitPointer(world: World, repo: WithContent, random: Random, content: Buffer): Promise<void> {
  const { hub, ada } = world
  const { commitOid } = await createCommit(hub, ada, repo, {
    revision: await someBranch(hub, repo, random),
    summary: 'x',
    operations: [{ kind: 'lfs', path: `${Math.floor(random() * 3)}.bin`, sha256: shaOf(content), size: content.length }],
  })
  remember(world, repo, commitOid)
}

async function commitText(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await commitTextTo(world, repo, random, await someBranch(world.hub, repo, random))
}

async function commitTextTo(world: World, repo: WithContent, random: Random, revision: string): Promise<void> {
  const content = Buffer.from(`text ${Math.floor(random() * 5)}`)
  const operations = [{ kind: 'file' as const, path: `${Math.floor(random() * 3)}.txt`, content }]
  const { commitOid } = await createCommit(world.hub, world.ada, repo, { revision, summary: 'x', operations })
  remember(world, repo, commitOid)
}

/** A commit as git makes it, on top of any commit ever seen: an old clone may have it although the hub no longer does. */
function clonedCommit({ commits }: World, repo: WithContent, random: Random) {
  const known = commits.get(repo.id) ?? []
  const parent = known.length > 0 && random() < 0.8 ? pick(random, known) : null
  const content = pick(random, contents)
  const text = makeObject('blob', Buffer.from(`pushed ${Math.floor(random() * 5)}`))
  const pointer = makeObject('blob', encodePointer({ sha256: shaOf(content), size: content.length }))
  const hasPointer = random() < 0.4
  const items: TreeItem[] = [{ mode: '100644', name: 'pushed.txt', oid: text.oid }]
  if (hasPointer) items.unshift({ mode: '100644', name: '0.bin', oid: pointer.oid })
  const tree = makeObject('tree', encodeTree(items))
  const head = `tree ${tree.oid}\n${parent === null ? '' : `parent ${parent}\n`}`
  const who = `a <a@b> ${Math.floor(random() * 1e6)} +0000`
  const commit = makeObject('commit', Buffer.from(`${head}author ${who}\ncommitter ${who}\n\nx\n`))
  return { objects: [text, ...(hasPointer ? [pointer] : []), tree, commit], commitOid: commit.oid, content: hasPointer ? content : null }
}

async function push(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const { objects, commitOid, content } = clonedCommit(world, repo, random)
  if (content !== null) await storeInlineLarge(hub, ada, repo, Readable.from([content]))
  const ref = `refs/heads/b${Math.floor(random() * 4)}`
  const { branches } = await listRefs(hub, repo)
  const from = (branches.find((each) => each.ref === ref)?.targetCommit ?? null) as Oid | null
  const { pack } = rawPack(objects.map((object) => ({ type: object.type, body: objectBody(object) })))
  const commands = [{ ref, from, to: commitOid }]
  const report = await receivePush(hub, ada, repo, { commands, isAtomic: false, isShallow: false, pack: Readable.from([pack]) })
  const problem = report.unpackProblem ?? report.results[0]?.problem ?? null
  if (problem === null) remember(world, repo, commitOid)
  else if (!/missing necessary|updated at the same time|has changed since|freed in the meantime|large file|LFS|cannot exist/i.test(problem))
    throw new Error(problem)
}

/** Lands like a large push: first the objects, later the ref. Sometimes the ref never arrives. */
async function pushAhead(world: World, random: Random): Promise<void> {
  const { hub } = world
  const repo = await someRepo(world, random)
  const { objects, commitOid } = clonedCommit({ ...world, commits: new Map() }, repo, random)
  const ahead = await prestoreObjects(hub.db, repo.id, { objects: () => objects.filter(({ oid }) => oid !== commitOid) })
  await delay(random() * 5)
  const ref = `refs/heads/a${Math.floor(random() * 2)}`
  const from = ((await listRefs(hub, repo)).branches.find((each) => each.ref === ref)?.targetCommit ?? null) as Oid | null
  const files = objects.filter(({ type }) => type === 'commit')
  // A pointer in here does not own its file: this one is never landed.
  if (random() < 0.2 || objects.length > 3) return
  const landing = { changes: [{ ref, from, to: commitOid }], objects: files, ahead, lfs: [], described: null }
  await hub.db.write((tx) => updateRefs(tx, hub, 'ada', repo, landing))
  remember(world, repo, commitOid)
}

async function branch(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  const known = world.commits.get(repo.id) ?? []
  // Also from commits that no ref leads to any more.
  const startingPoint = known.length > 0 && random() < 0.7 ? pick(random, known) : 'main'
  await createBranch(world.hub, world.ada, repo, { name: `b${Math.floor(random() * 4)}`, startingPoint })
}

async function removeBranch(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await deleteBranch(world.hub, world.ada, repo, `${pick(random, ['a', 'b'])}${Math.floor(random() * 4)}`)
}

/** Moves a ref to any commit ever seen, like a forced push. */
async function force(world: World, random: Random): Promise<void> {
  const { hub } = world
  const repo = await someRepo(world, random)
  const { branches } = await listRefs(hub, repo)
  const others = branches.filter(({ name }) => name !== 'main')
  const known = world.commits.get(repo.id) ?? []
  if (others.length === 0 || known.length === 0) return
  const { ref, targetCommit } = pick(random, others)
  const to = pick(random, known)
  await hub.db.write((tx) =>
    updateRefs(tx, hub, 'ada', repo, { changes: [{ ref, from: targetCommit as Oid, to }], objects: [], lfs: [], described: null }),
  )
}

async function squash(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  remember(world, repo, await squashBranch(world.hub, world.ada, repo, { branch: await someBranch(world.hub, repo, random) }))
}

async function removeLargeFile(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await deleteLargeFiles(world.hub, world.ada, repo, { sha256s: [pick(random, removableHashes)], rewriteHistory: random() < 0.7 })
}

async function openPullRequest(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const baseRef = `refs/heads/${await someBranch(hub, repo, random)}`
  const { num } = await openDiscussion(hub, ada, repo, { title: 'change', description: '', pullRequest: { baseRef, isDraft: false } })
  await commitTextTo(world, repo, random, `refs/pr/${num}`)
}

async function commitToPullRequest(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  const num = await somePullRequest(world, repo, random)
  if (num !== null) await commitTextTo(world, repo, random, `refs/pr/${num}`)
}

async function merge(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  const num = await somePullRequest(world, repo, random)
  if (num !== null) remember(world, repo, await mergePullRequest(world.hub, world.ada, repo, num, null))
}

async function closePullRequest(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const num = await somePullRequest(world, repo, random)
  if (num === null) return
  await changeStatus(hub, ada, repo, num, { status: 'closed' })
  if (random() < 0.5) await deletePullRequestRef(hub, ada, repo, num)
}

async function somePullRequest({ hub }: World, repo: WithContent, random: Random): Promise<number | null> {
  const rows = await hub.db.read
    .selectFrom('discussion')
    .select('num')
    .where('repo_id', '=', repo.id)
    .where('base_ref', 'is not', null)
    .where('status', '=', 'open')
    .execute()
  return rows.length === 0 ? null : pick(random, rows).num
}

async function readBack(world: World, random: Random): Promise<void> {
  const { hub, ada } = world
  const repo = await someRepo(world, random)
  const file = await openFile(hub, ada, repo, await someBranch(hub, repo, random), `${Math.floor(random() * 3)}.bin`)
  const bytes = Buffer.concat(await (await file.read()).toArray())
  if (shaOf(bytes) !== file.etag) throw new Error('another content came back')
}

async function removeRepo(world: World, random: Random): Promise<void> {
  if (random() < 0.8) return
  await deleteRepo(world.hub, world.ada, await someRepo(world, random))
}

async function restore({ hub }: World, random: Random): Promise<void> {
  const marks = await listMarks(hub, { kind: 'repository' })
  if (marks.length > 0) await restoreRepo(hub, 'ada', pick(random, marks).key)
}

async function copy(world: World, random: Random): Promise<void> {
  if (random() < 0.5) return
  const name = `r${Math.floor(random() * 3)}`
  const source = await someRepo(world, random)
  const made = await duplicateRepo(world.hub, world.ada, source, { owner: pick(random, ['ada', 'guild']), name, visibility: 'private' })
  world.commits.set(made.id, [...(world.commits.get(source.id) ?? [])])
}

async function moveElsewhere(world: World, random: Random): Promise<void> {
  const repo = await someRepo(world, random)
  await moveRepo(world.hub, world.ada, repo, pick(random, ['ada', 'guild']), `r${Math.floor(random() * 3)}`)
}

/** Advances the clock for everyone: by hours, and now and then by three weeks, but only while nothing is in flight that could count as forgotten. */
async function wait(world: World, random: Random): Promise<void> {
  if (random() < 0.04) await world.alone(() => world.hub.tick(23 * day))
  else world.hub.tick(random() * 2 * hour)
  await delay(random() * 5)
}
