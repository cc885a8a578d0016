import { HubError } from '@portolan/contract'
import { objectBody, type Oid, parseCommit, splitMessage, toOid } from '@portolan/git'
import { type HasReader, readObjects } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { Readable } from '../access/index.ts'
import { CommitQueue } from './commit-queue.ts'

export interface CommitInfo {
  readonly oid: Oid
  readonly tree: Oid
  /** First line. */
  readonly title: string
  /** Everything after the first line. */
  readonly message: string
  readonly date: Date
  readonly authorName: string
  readonly authorEmail: string
  readonly parents: readonly Oid[]
}

/** Commits never change. */
const commitCache = hubCache<CommitInfo>('commits', { max: 50_000 })
/** The order of a history by its newest commit: that never changes, either. */
const historyCache = hubCache<readonly Oid[]>('histories', { max: 500, maxSize: 2_000_000, sizeCalculation: (list) => list.length + 1 })

/** @throws {HubError} `revision.not_found` */
export async function getCommit(hub: HasReader, repo: Readable, oid: string): Promise<CommitInfo> {
  const found = (await getCommits(hub, repo, [toOid(oid)])).get(oid as Oid)
  if (!found) throw new HubError('revision.not_found', { revision: oid })
  return found
}

export async function getCommits(hub: HasReader, repo: Readable, oids: readonly Oid[]): Promise<Map<Oid, CommitInfo>> {
  const commits = commitCache(hub)
  const found = new Map<Oid, CommitInfo>()
  const missing = oids.filter((oid) => {
    const known = commits.get(cacheKey(repo.uid, oid))
    if (known) found.set(oid, known)
    return !known
  })
  const yielder = new Yielder()
  for (const [oid, object] of await readObjects(hub.db.read, repo.id, missing)) {
    await yielder.yieldIfDue()
    if (object.type !== 'commit') continue
    const commit = parseCommit(objectBody(object))
    const { title, body } = splitMessage(commit.message)
    const info: CommitInfo = {
      oid,
      tree: commit.tree,
      title,
      message: body,
      date: commit.committer.date,
      authorName: commit.author.name,
      authorEmail: commit.author.email,
      parents: commit.parents,
    }
    commits.set(cacheKey(repo.uid, oid), info)
    found.set(oid, info)
  }
  return found
}

/** A page of the history that ends in a commit, newest first, and its total length. */
export async function listCommits(
  hub: Hub,
  repo: Readable,
  commitOid: string,
  page: { page: number; limit: number },
): Promise<{ commits: CommitInfo[]; total: number }> {
  const order = await historyOf(hub, repo, toOid(commitOid))
  const slice = order.slice(page.page * page.limit, (page.page + 1) * page.limit)
  const found = await getCommits(hub, repo, slice)
  return { commits: slice.flatMap((oid) => found.get(oid) ?? []), total: order.length }
}

/** All ancestors of a commit, including itself, which comes first: by date, but never a parent before its child. */
export async function historyOf(hub: HasReader, repo: Readable, head: Oid): Promise<readonly Oid[]> {
  const histories = historyCache(hub)
  const key = cacheKey(repo.uid, head)
  const known = histories.get(key)
  if (known) return known
  const headInfo = await getCommit(hub, repo, head)
  const parent = headInfo.parents.length === 1 ? histories.get(cacheKey(repo.uid, headInfo.parents[0] ?? '')) : undefined
  const order = parent ? [head, ...parent] : await walk(hub, repo, headInfo)
  histories.set(key, order)
  return order
}

async function walk(hub: HasReader, repo: Readable, head: CommitInfo): Promise<readonly Oid[]> {
  const all = new Map<Oid, CommitInfo>([[head.oid, head]])
  for (let level: readonly Oid[] = head.parents; level.length > 0;) {
    const found = await getCommits(
      hub,
      repo,
      [...new Set(level)].filter((oid) => !all.has(oid)),
    )
    for (const [oid, info] of found) all.set(oid, info)
    level = [...found.values()].flatMap(({ parents }) => parents).filter((oid) => !all.has(oid))
  }
  const yielder = new Yielder()
  const children = new Map<Oid, number>()
  for (const { parents } of all.values()) {
    await yielder.yieldIfDue()
    for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1)
  }
  const ready = new CommitQueue()
  ready.push(head)
  const order: Oid[] = []
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    await yielder.yieldIfDue()
    order.push(next.oid)
    for (const parent of next.parents) {
      const left = (children.get(parent) ?? 1) - 1
      children.set(parent, left)
      const info = all.get(parent)
      if (left === 0 && info) ready.push(info)
    }
  }
  return order
}
