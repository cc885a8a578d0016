import type { Oid } from '@portolan/git'
import { readTrees } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { Readable } from '../access/index.ts'
import { itemAt } from './entry-at.ts'
import { type CommitInfo, getCommits, historyOf } from './history.ts'

/** Commits searched per request. A later request continues from there. */
const commitsPerRequest = 20_000
const batch = 50

/** Progress of the search for one path. Commits never change, so results stay valid. */
interface Search {
  readonly order: readonly Oid[]
  /** Commits reached but not yet examined. */
  readonly wanted: Set<Oid>
  readonly found: Oid[]
  at: number
  /** Requests for the same path are serialized. */
  work: Promise<void>
}

const searchCache = hubCache<Search>('path-histories', { max: 200, maxSize: 2_000_000, sizeCalculation: ({ order }) => order.length + 1 })

/**
 * A page of the commits that changed a file or folder, newest first: the same as `git log -- path`, including its simplification of merges that take
 * the path unchanged from one parent. Compares tree ids, never contents.
 * @returns `more`: there is another page, or more history to search
 */
export async function listPathCommits(
  hub: Hub,
  repo: Readable,
  commitOid: Oid,
  path: string,
  page: { page: number; limit: number },
): Promise<{ commits: CommitInfo[]; more: boolean }> {
  const searches = searchCache(hub)
  const key = cacheKey(repo.uid, commitOid, path)
  let search = searches.get(key)
  if (!search) {
    search = { order: await historyOf(hub, repo, commitOid), wanted: new Set([commitOid]), found: [], at: 0, work: Promise.resolve() }
    searches.set(key, search)
  }
  const running = search
  const end = (page.page + 1) * page.limit
  const work = running.work.then(() => goOn(hub, repo, path, running, end + 1))
  // The failure is this caller's; the next one retries from where it stopped.
  running.work = work.catch(() => undefined)
  await work
  const oids = running.found.slice(page.page * page.limit, end)
  const infos = await getCommits(hub, repo, oids)
  return { commits: oids.flatMap((oid) => infos.get(oid) ?? []), more: running.found.length > end || running.wanted.size > 0 }
}

/** Walks until enough commits are found, the history ends, or this request's budget is used up. */
async function goOn(hub: Hub, repo: Readable, path: string, search: Search, enough: number): Promise<void> {
  const last = search.at + commitsPerRequest
  const yielder = new Yielder()
  while (search.found.length < enough && search.wanted.size > 0 && search.at < Math.min(last, search.order.length)) {
    const slice = search.order.slice(search.at, search.at + batch)
    // One more than the batch: in a linear history, the parent of its last commit.
    const infos = await getCommits(hub, repo, search.order.slice(search.at, search.at + batch + 1))
    await readTrees(hub, repo, [...new Set([...infos.values()].map(({ tree }) => tree))])
    for (const oid of slice) {
      await yielder.yieldIfDue()
      const commit = infos.get(oid)
      if (commit && search.wanted.has(oid)) await look(hub, repo, path, commit, search)
      search.wanted.delete(oid)
      search.at++
    }
  }
}

async function look(hub: Hub, repo: Readable, path: string, commit: CommitInfo, search: Search): Promise<void> {
  const here = await idAt(hub, repo, commit.tree, path)
  const parents = await getCommits(hub, repo, commit.parents)
  for (const oid of commit.parents) {
    const parent = parents.get(oid)
    if (parent && (await idAt(hub, repo, parent.tree, path)) === here) {
      search.wanted.add(oid)
      return
    }
  }
  if (commit.parents.length > 0 || here !== null) search.found.push(commit.oid)
  for (const oid of commit.parents) search.wanted.add(oid)
}

async function idAt(hub: Hub, repo: Readable, tree: Oid, path: string): Promise<string | null> {
  const item = await itemAt(hub, repo, tree, path)
  return item ? `${item.mode} ${item.oid}` : null
}
