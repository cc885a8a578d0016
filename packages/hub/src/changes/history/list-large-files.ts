import { HubError } from '@portolan/contract'
import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../../repository/access/index.ts'
import { diffTrees, factsOfBlobs, getCommits, historyOf, listFiles, listRefs, resolveRevision } from '../../repository/revisions/index.ts'

/** Maximum number of branches and tags searched for file names. */
const maxRefs = 100
/** Maximum number of commits of `main` searched for the names of files that no branch or tag has any more. */
const maxCommits = 1_000

export interface LargeFile {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Its path in the newest ref that has it, or in the history of `main`; its hash when it is in neither. */
  readonly path: string
  /** `null` when it exists only in history. */
  readonly ref: string | null
  readonly pushedAt: Date
}

/** Lists the large files that a repo's commits point to, or used to, newest first. @throws {HubError} `query.invalid` for a malformed cursor */
export async function listLargeFiles(
  hub: Hub,
  repo: Readable,
  page: { limit: number; cursor?: string | null },
): Promise<{ files: readonly LargeFile[]; nextCursor: string | null }> {
  const after = parseCursor(page.cursor)
  let query = hub.db.read
    .selectFrom('repo_lfs')
    .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
    .select(['repo_lfs.sha256', 'lfs_blob.size', 'repo_lfs.created'])
    .where('repo_lfs.repo_id', '=', repo.id)
    .where('repo_lfs.pending_user', 'is', null)
    .orderBy('repo_lfs.created', 'desc')
    .orderBy('repo_lfs.sha256')
    .limit(page.limit + 1)
  if (after) {
    const { created, sha256 } = after
    query = query.where((eb) =>
      eb.or([eb('repo_lfs.created', '<', created), eb.and([eb('repo_lfs.created', '=', created), eb('repo_lfs.sha256', '>', sha256)])]),
    )
  }
  const rows = await query.execute()
  const shown = rows.slice(0, page.limit)
  const places = await placesOf(hub, repo, new Set(shown.map(({ sha256 }) => toHex(sha256))))
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    files: shown.map((row) => {
      const sha256 = toHex(row.sha256)
      const place = places.get(sha256)
      return { sha256, size: row.size, path: place?.path ?? sha256, ref: place?.ref ?? null, pushedAt: new Date(row.created) }
    }),
    nextCursor: last ? Buffer.from(`${last.created}.${toHex(last.sha256)}`).toString('base64url') : null,
  }
}

interface Place {
  readonly path: string
  readonly ref: string | null
}

async function placesOf(hub: Hub, repo: Readable, wanted: ReadonlySet<string>): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  const { branches, tags } = await listRefs(hub, repo)
  const refs = [...branches.filter(({ name }) => name === 'main'), ...branches.filter(({ name }) => name !== 'main'), ...tags]
  for (const { ref, targetCommit } of refs.slice(0, maxRefs)) {
    if (places.size === wanted.size) return places
    for (const { path, lfs } of await listFiles(hub, repo, targetCommit)) {
      if (lfs && wanted.has(lfs.sha256) && !places.has(lfs.sha256)) places.set(lfs.sha256, { path, ref })
    }
  }
  await findInHistory(hub, repo, wanted, places)
  return places
}

async function findInHistory(hub: Hub, repo: Readable, wanted: ReadonlySet<string>, places: Map<string, Place>): Promise<void> {
  if (places.size === wanted.size) return
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const order = (await historyOf(hub, repo, commitOid)).slice(0, maxCommits)
  const commits = await getCommits(hub, repo, order)
  for (const oid of order) {
    const parent = commits.get(oid)?.parents[0] ?? null
    const gone = (await diffTrees(hub, repo, parent, oid)).filter(({ oldOid }) => oldOid !== null)
    const facts = await factsOfBlobs(
      hub,
      repo,
      gone.flatMap(({ oldOid }) => oldOid ?? []),
    )
    for (const { path, oldOid } of gone) {
      const sha256 = (oldOid && facts.get(oldOid)?.lfs?.sha256) ?? ''
      if (wanted.has(sha256) && !places.has(sha256)) places.set(sha256, { path, ref: null })
    }
    if (places.size === wanted.size) return
  }
}

function parseCursor(cursor: string | null | undefined): { created: number; sha256: Buffer } | null {
  if (!cursor) return null
  const [, created = '', sha256 = ''] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (created === '') throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
  return { created: Number(created), sha256: Buffer.from(sha256, 'hex') }
}
