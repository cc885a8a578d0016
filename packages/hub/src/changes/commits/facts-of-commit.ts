import { buffer } from 'node:stream/consumers'
import type { Oid } from '@portolan/git'
import { factsOf, type RepoFacts } from '../../foundation/facts/index.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { readContent } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import { asSystem, type Readable } from '../../repository/access/index.ts'
import { readRepoFacts } from '../../repository/repos/index.ts'
import { listFiles, readBlob } from '../../repository/revisions/index.ts'

/** Commits never change. */
const factsCache = hubCache<RepoFacts>('commit-facts', { max: 500 })

/** What a commit's files say about the repo: stored for the head of `main`, computed on the fly for others. Facts are metadata, like the card. */
export async function factsOfCommit(hub: Hub, repo: Readable, commitOid: Oid): Promise<RepoFacts | null> {
  if (commitOid === repo.headOid) return readRepoFacts(hub, repo)
  const known = factsCache(hub)
  const key = cacheKey(repo.uid, commitOid)
  const cached = known.get(key)
  if (cached) return cached
  const files = new Map((await listFiles(hub, repo, commitOid)).filter(({ type }) => type === 'file').map((entry) => [entry.path, entry]))
  const facts = await factsOf(repo.uid, {
    type: repo.type,
    files: [...files.values()].map(({ path, size, lfs }) => ({ path, size, lfs: lfs !== null })),
    read: async (path, range) => {
      const entry = files.get(path)
      if (!entry) return Buffer.alloc(0)
      if (entry.lfs === null) {
        const body = await readBlob(hub, asSystem(repo), entry.oid)
        return range ? body.subarray(range.start, range.end + 1) : body
      }
      return readLargeFile(hub, repo, entry.lfs.sha256, range)
    },
  })
  known.set(key, facts)
  return facts
}

/** A pointer proves nothing: the repo must own the object. A missing object reads as empty and becomes a warning. */
async function readLargeFile(hub: Hub, repo: Readable, sha256: string, range?: { start: number; end: number }): Promise<Buffer> {
  const size = (await usableObjects(hub.db.read, repo.id, null, [sha256])).get(sha256) ?? 0
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size - 1, size - 1)
  return start > end ? Buffer.alloc(0) : buffer(await readContent(hub, sha256, { start, end }))
}
