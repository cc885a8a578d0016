import { type AdvertisedRef, objectBody, type Oid, parseTagTarget } from '@portolan/git'
import { readObjects, readRefs } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey } from '../../hub-cache.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { peeledTags } from './wire-memory.ts'

/** Tags of tags of tags: git allows them, but nobody nests them deeper. */
const maxTagDepth = 5

/** Every ref of a repo, sorted by name as git sorts, with annotated tags peeled. */
export async function advertisedRefs(hub: Hub, repo: WithContent): Promise<AdvertisedRef[]> {
  const refs = await readRefs(hub.db.read, repo.id)
  const peeled = await peelAll(
    hub,
    repo,
    refs.filter(({ name }) => name.startsWith('refs/tags/')).map(({ oid }) => oid),
  )
  return refs.map(({ name, oid }) => {
    const target = name.startsWith('refs/tags/') ? peeled.get(oid) : undefined
    return { name, oid, peeled: target === undefined || target === oid ? null : target }
  })
}

async function peelAll(hub: Hub, repo: WithContent, oids: readonly Oid[]): Promise<Map<Oid, Oid>> {
  const peeled = peeledTags(hub)
  const result = new Map<Oid, Oid>()
  const missing = [...new Set(oids)].filter((oid) => {
    const known = peeled.get(cacheKey(repo.uid, oid))
    if (known !== undefined) result.set(oid, known)
    return known === undefined
  })
  // The current target of each tag; the chain ends at a commit, tree or blob.
  const ways = new Map(missing.map((oid) => [oid, oid]))
  for (let depth = 0, open = missing; open.length > 0 && depth < maxTagDepth; depth++) {
    const objects = await readObjects(hub.db.read, repo.id, [...new Set(open.map((oid) => ways.get(oid) as Oid))])
    open = open.filter((oid) => {
      const object = objects.get(ways.get(oid) as Oid)
      if (object?.type !== 'tag') return false
      ways.set(oid, parseTagTarget(objectBody(object)).object)
      return true
    })
  }
  for (const [oid, target] of ways) {
    peeled.set(cacheKey(repo.uid, oid), target)
    result.set(oid, target)
  }
  return result
}
