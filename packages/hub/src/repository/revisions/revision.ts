import { HubError } from '@portolan/contract'
import { isOid, maxRefNameLength, objectBody, type Oid, parseTagTarget, toOid } from '@portolan/git'
import { commitsWithPrefix, readObject, readRef, readRefs } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'

export interface ResolvedRevision {
  readonly commitOid: Oid
  /** The full ref named by the revision; `null` for a commit id. */
  readonly ref: string | null
}

export const defaultBranch = 'main'

/** The refs a revision may refer to, in the order in which git tries them. */
function candidates(revision: string): string[] {
  if (revision === 'HEAD') return [`refs/heads/${defaultBranch}`]
  if (revision.startsWith('refs/')) return [revision]
  return [`refs/heads/${revision}`, `refs/tags/${revision}`]
}

/**
 * Resolves a branch, a tag, a ref, `HEAD`, a commit id or the unambiguous start of one to its commit.
 * @throws {HubError} `revision.not_found`
 */
export async function resolveRevision(hub: Hub, repo: Readable, revision: string): Promise<ResolvedRevision> {
  const found = await findRevision(hub, repo, revision)
  if (!found) throw new HubError('revision.not_found', { message: `Revision not found: ${revision}`, revision })
  return found
}

/** Like {@link resolveRevision}, returning `null` for a revision that does not exist. */
export async function findRevision(hub: Hub, repo: Readable, revision: string): Promise<ResolvedRevision | null> {
  if (isOid(revision)) {
    const object = await readObject(hub.db.read, repo.id, revision)
    if (object?.type === 'commit') return { commitOid: revision, ref: null }
  }
  for (const ref of candidates(revision)) {
    const oid = await readRef(hub.db.read, repo.id, ref)
    if (oid) return { commitOid: await peel(hub, repo, oid), ref }
  }
  return findShortId(hub, repo, revision)
}

/** The fewest digits that git itself prints. */
const shortId = /^[0-9a-f]{7,39}$/

/** The only commit whose id starts like this; `null` when there are several. */
async function findShortId(hub: Hub, repo: Readable, text: string): Promise<ResolvedRevision | null> {
  if (!shortId.test(text)) return null
  const [commitOid, second] = await commitsWithPrefix(hub.db.read, repo.id, text, 2)
  return commitOid === undefined || second !== undefined ? null : { commitOid, ref: null }
}

/**
 * Splits `feat/x/a/b.txt` into a revision and a path, both of which may contain slashes: the longest prefix that names a ref wins.
 * @param rest already decoded, without a leading slash
 * @throws {HubError} `revision.not_found`
 */
export async function splitRevisionPath(
  hub: Hub,
  repo: Readable,
  rest: string,
): Promise<ResolvedRevision & { revision: string; path: string }> {
  const parts = rest.split('/')
  const first = parts[0] ?? ''
  if (isOid(first) || parts.length === 1)
    return { ...(await resolveRevision(hub, repo, first)), revision: first, path: parts.slice(1).join('/') }
  const refs = new Map((await readRefs(hub.db.read, repo.id)).map(({ name, oid }) => [name, oid]))
  for (let count = longestRevision(parts); count > 0; count--) {
    const revision = parts.slice(0, count).join('/')
    const ref = candidates(revision).find((name) => refs.has(name))
    if (ref !== undefined) {
      return { commitOid: await peel(hub, repo, refs.get(ref) ?? toOid('')), ref, revision, path: parts.slice(count).join('/') }
    }
  }
  const short = await findShortId(hub, repo, first)
  if (short) return { ...short, revision: first, path: parts.slice(1).join('/') }
  throw new HubError('revision.not_found', { message: `Revision not found: ${first}`, revision: first })
}

/** How many of these segments fit into the longest name of a ref: trying all of a long path would take time in proportion to its square. */
function longestRevision(parts: readonly string[]): number {
  let length = -1
  const end = parts.findIndex((part) => (length += part.length + 1) > maxRefNameLength)
  return end < 0 ? parts.length : Math.max(1, end)
}

/** Peels an annotated tag to its commit; a commit is returned as is. */
export async function peel(hub: Hub, repo: Readable, oid: Oid): Promise<Oid> {
  let current = oid
  // Tags of tags of tags: git allows them, but nobody nests them deeper.
  for (let depth = 0; depth < 5; depth++) {
    const object = await readObject(hub.db.read, repo.id, current)
    if (object?.type !== 'tag') return current
    current = parseTagTarget(objectBody(object)).object
  }
  return current
}
