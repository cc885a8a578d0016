import { encodePointer, isOid, makeObject, type Oid, oidToBytes, referencesOf } from '@portolan/git'
import { isSha256 } from '../../foundation/blobs/blob-layout.ts'
import { openContent } from '../../foundation/contents/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { isDeleted } from '../../foundation/db/visibility.ts'
import { readObjects, readRefs, readTree } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { RepoKey, RepoUid } from '../../uid.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
import { listMarks } from './keep-marks.ts'
import { usersOfBlobs } from './blob-users.ts'

/**
 * Explains in sentences what keeps a blob (sha-256) or a git object (oid), and how it is marked; empty when the hub does not know the name.
 */
export async function keptBecause(hub: Hub, name: string): Promise<string[]> {
  const reasons = isSha256(name) ? await whyBlob(hub, name) : isOid(name) ? await whyObject(hub, name) : []
  for (const mark of await listMarks(hub, { key: name })) {
    const where = mark.repoId === 0 ? '' : ` of ${await repoName(hub.db.read, mark.repoId)}`
    reasons.push(
      mark.kept
        ? `Kept manually: the ${mark.kind}${where} is kept until it is released.`
        : `Marked as unreferenced ${mark.kind}${where} since ${mark.markedAt.toISOString()}; kept until at least ${mark.dueAt.toISOString()}.`,
    )
  }
  return reasons
}

async function whyBlob(hub: Hub, sha256: string): Promise<string[]> {
  const { read } = hub.db
  const key = Buffer.from(sha256, 'hex')
  const reasons: string[] = []
  const stored = await openContent(hub, sha256)
  const row = await read.selectFrom('lfs_blob').select('size').where('sha256', '=', key).executeTakeFirst()
  if (stored === null && row === undefined) return []
  if (stored?.isBlob === false) reasons.push('Its content is stored as chunks, which other files may share.')
  if (stored === null) reasons.push(`It is recorded in the database with ${row?.size} bytes, but is missing from the store.`)
  const rights = await rightsTo(read, sha256)
  for (const { id, uid, owner, name, kind, vis, pending_user: pending, created } of rights) {
    const repo = `${typeOf(kind)} ${owner}/${name}`
    if (isDeleted(vis)) reasons.push(`It belongs to the deleted ${repo}.`)
    else if (pending !== null) reasons.push(`It was uploaded to ${repo} on ${new Date(created).toISOString()} and is not committed yet.`)
    else {
      const pointer = makeObject('blob', encodePointer({ sha256, size: row?.size ?? 0 })).oid
      const place = await findReference(hub, { id, uid: uid as RepoUid }, pointer)
      reasons.push(
        place === null ? `It belongs to ${repo}, but no branch or tag references its LFS pointer.` : `It belongs to ${repo}: ${place}.`,
      )
    }
  }
  const users = await usersOfBlobs(read, [sha256])
  if (rights.length === 0 && users.has(sha256)) reasons.push(`It is used by ${users.get(sha256)}.`)
  const uploads = await read
    .selectFrom('lfs_upload')
    .select('expires')
    .where('sha256', '=', key)
    .where('expires', '>', hub.now().getTime())
    .execute()
  for (const { expires } of uploads) reasons.push(`A multipart upload of it is open until ${new Date(expires).toISOString()}.`)
  const intent = await read.selectFrom('blob_upload').select('expires').where('sha256', '=', key).executeTakeFirst()
  if (intent) reasons.push(`An upload of it has finished and can be recorded until ${new Date(intent.expires).toISOString()}.`)
  if (reasons.length === 0) reasons.push('Nothing references it; the next garbage collection run will mark it.')
  return reasons
}

/** Where a large file is used in live repos, one line per repo: `model ada/tides: maps/chart.bin in commit … on refs/heads/main`. */
export async function placesOf(hub: Hub, sha256: string): Promise<string[]> {
  const { read } = hub.db
  const row = await read.selectFrom('lfs_blob').select('size').where('sha256', '=', Buffer.from(sha256, 'hex')).executeTakeFirst()
  const pointer = makeObject('blob', encodePointer({ sha256, size: row?.size ?? 0 })).oid
  const places: string[] = []
  for (const { id, uid, owner, name, kind, vis, pending_user: pending } of await rightsTo(read, sha256)) {
    if (isDeleted(vis)) continue
    const place = pending === null ? await findReference(hub, { id, uid: uid as RepoUid }, pointer) : 'uploaded, not committed yet'
    places.push(`${typeOf(kind)} ${owner}/${name}: ${place ?? 'no branch or tag references its LFS pointer'}`)
  }
  return places
}

function rightsTo(db: Reader, sha256: string) {
  return db
    .selectFrom('repo_lfs')
    .innerJoin('repo', 'repo.id', 'repo_lfs.repo_id')
    .select(['repo.id', 'repo.uid', 'owner', 'name', 'kind', 'vis', 'pending_user', 'repo_lfs.created'])
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .orderBy('repo.id')
    .execute()
}

async function whyObject(hub: Hub, oid: Oid): Promise<string[]> {
  const rows = await hub.db.read
    .selectFrom('git_object')
    .innerJoin('repo', 'repo.id', 'git_object.repo_id')
    .select(['repo.id', 'repo.uid', 'owner', 'name', 'kind', 'vis'])
    .where('oid', '=', oidToBytes(oid))
    .execute()
  const reasons: string[] = []
  for (const { id, uid, owner, name, kind, vis } of rows) {
    const repo = `${typeOf(kind)} ${owner}/${name}`
    if (isDeleted(vis)) reasons.push(`It belongs to the deleted ${repo}.`)
    else {
      const place = await findReference(hub, { id, uid: uid as RepoUid }, oid)
      reasons.push(place === null ? `It belongs to ${repo}, but no ref reaches it.` : `It belongs to ${repo}: ${place}.`)
    }
  }
  return reasons
}

/** The first path from a ref to an object: newest commits first, the default branch before others. */
async function findReference(hub: Hub, repo: RepoKey, wanted: Oid): Promise<string | null> {
  const refs = await readRefs(hub.db.read, repo.id)
  const seen = new Set<Oid>()
  const rank = (name: string) => (name === 'refs/heads/main' ? 0 : name.startsWith('refs/heads/') ? 1 : 2)
  for (const { name, oid } of refs.toSorted((a, b) => rank(a.name) - rank(b.name))) {
    let commits: Oid[] = [oid]
    while (commits.length > 0) {
      const next: Oid[] = []
      const objects = await readObjects(
        hub.db.read,
        repo.id,
        commits.filter((commit) => !seen.has(commit)),
      )
      for (const object of objects.values()) {
        seen.add(object.oid)
        if (object.oid === wanted) return `${object.type} on ${name}`
        if (object.type === 'tree' || object.type === 'blob') continue
        const [first, ...parents] = referencesOf(object)
        if (object.type === 'tag') next.push(...(first === undefined ? [] : [first]))
        else {
          next.push(...parents)
          const path = first === undefined ? null : await findInTrees(hub, repo, first, wanted, seen, '')
          if (path !== null) return `${path === '' ? 'root folder' : path} in commit ${object.oid.slice(0, 12)} on ${name}`
        }
      }
      commits = next
    }
  }
  return null
}

async function findInTrees(hub: Hub, repo: RepoKey, tree: Oid, wanted: Oid, seen: Set<Oid>, path: string): Promise<string | null> {
  if (tree === wanted) return path
  if (seen.has(tree)) return null
  seen.add(tree)
  const items = await readTree(hub, repo, tree)
  for (const { oid, name } of items) if (oid === wanted) return path === '' ? name : `${path}/${name}`
  for (const { oid, name, mode } of items) {
    if (mode !== '40000') continue
    const found = await findInTrees(hub, repo, oid, wanted, seen, path === '' ? name : `${path}/${name}`)
    if (found !== null) return found
  }
  return null
}

async function repoName(db: Reader, repoId: number): Promise<string> {
  const row = await db.selectFrom('repo').select(['owner', 'name']).where('id', '=', repoId).executeTakeFirst()
  return row ? `${row.owner}/${row.name}` : 'a repository that no longer exists'
}
