import { type Reader, toHex } from '../../foundation/db/db.ts'
import { findChunked } from '../../foundation/contents/index.ts'
import type { Hub } from '../../hub.ts'
import { usableBy } from '../lfs/index.ts'
import { canReadContent, toRepo, visibility } from '../access/index.ts'
import type { XetSession } from './xet-token.ts'

/** Maximum files checked to determine what a user may read of some xorbs. */
const maxFiles = 2_000

/** Chunks from `start` to `end`, exclusive. */
export interface ChunkRange {
  readonly start: number
  readonly end: number
}

/** Those of the xorbs that the session's user uploaded. */
export async function uploadedXorbs(db: Reader, session: XetSession, xorbIds: readonly number[]): Promise<Set<number>> {
  if (xorbIds.length === 0 || session.userId === 0) return new Set()
  const rows = await db
    .selectFrom('xet_xorb_user')
    .select('xorb_id')
    .where('user_id', '=', session.userId)
    .where('xorb_id', 'in', [...xorbIds])
    .execute()
  return new Set(rows.map(({ xorb_id }) => xorb_id))
}

/**
 * Which chunks of these xorbs the session's user may read, because a file made of them is in a repo whose contents
 * they may access. Sorted and merged.
 */
export async function readableChunks(hub: Hub, session: XetSession, xorbIds: readonly number[]): Promise<Map<number, ChunkRange[]>> {
  const wanted = new Set(xorbIds)
  const ranges = new Map<number, ChunkRange[]>()
  for (const sha256 of await readableFiles(hub, session, xorbIds)) {
    const file = await findChunked(hub, sha256)
    for (const term of file?.terms ?? []) {
      if (!wanted.has(term.xorbId)) continue
      const known = ranges.get(term.xorbId) ?? []
      known.push({ start: term.startChunk, end: term.endChunk })
      ranges.set(term.xorbId, known)
    }
  }
  return new Map([...ranges].map(([id, list]) => [id, joined(list)]))
}

/** Files made of these xorbs that the session's user may read, newest first; those of the session's own repo come first. Lower-case hex. */
export async function readableFiles(hub: Hub, session: XetSession, xorbIds: readonly number[]): Promise<string[]> {
  if (xorbIds.length === 0) return []
  const { repo, actor, userId, narrow } = session
  const owners = actor.kind === 'user' && !narrow ? [actor.userId, ...actor.orgs.map(({ orgId }) => orgId)] : []
  const seesAll = actor.kind === 'user' && actor.isAdmin && !narrow
  const rows = await hub.db.read
    .selectFrom('xet_file_xorb')
    .innerJoin('repo_lfs', 'repo_lfs.sha256', 'xet_file_xorb.sha256')
    .innerJoin('repo', 'repo.id', 'repo_lfs.repo_id')
    .selectAll('repo')
    .select(['xet_file_xorb.sha256 as file', 'repo_lfs.created as recorded'])
    .where('xet_file_xorb.xorb_id', 'in', [...xorbIds])
    .where('repo.vis', '<', visibility.deleted)
    .where((eb) => usableBy(eb, userId))
    .where((eb) =>
      eb.or([
        eb('repo.id', '=', repo.id),
        eb('repo.vis', '=', visibility.public),
        ...(owners.length === 0 ? [] : [eb('repo.owner_id', 'in', owners)]),
        ...(seesAll ? [eb('repo.vis', '=', visibility.private)] : []),
      ]),
    )
    .orderBy((eb) => eb.case().when('repo.id', '=', repo.id).then(0).else(1).end())
    .orderBy('repo_lfs.created', 'desc')
    .limit(maxFiles)
    .execute()
  const readable = rows.filter((row) => {
    const candidate = toRepo(row)
    return candidate.id === repo.id || canReadContent(actor, candidate)
  })
  return [...new Set(readable.map(({ file }) => toHex(file)))]
}

/** True when every chunk of the range is in one of these. @param ranges sorted and merged */
export function covers(ranges: readonly ChunkRange[], { start, end }: ChunkRange): boolean {
  return ranges.some((range) => range.start <= start && end <= range.end)
}

function joined(ranges: readonly ChunkRange[]): ChunkRange[] {
  const done: { start: number; end: number }[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = done.at(-1)
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else done.push({ ...range })
  }
  return done
}
