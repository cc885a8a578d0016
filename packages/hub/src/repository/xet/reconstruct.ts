import { HubError } from '@portolan/contract'
import { formatHash, type Hash } from '@portolan/xet'
import { findChunked, loadXorbs, type StoredXorb } from '../../foundation/contents/index.ts'
import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { usableObjects } from '../lfs/index.ts'
import { signXorbRange } from './signed-range.ts'
import type { ChunkRange } from './usable-chunks.ts'
import type { XetSession } from './xet-token.ts'

/** How to assemble a file, or part of it. */
export interface Reconstruction {
  /** Where the requested part starts within the content of the first term. Bytes. */
  readonly offset: number
  readonly terms: readonly { readonly xorb: string; readonly chunks: ChunkRange; readonly bytes: number }[]
  /** For each xorb, by its hash as text: which chunks to fetch, their byte ranges, and the link to fetch them with. */
  readonly fetch: ReadonlyMap<string, readonly FetchRange[]>
}

export interface FetchRange {
  readonly chunks: ChunkRange
  /** Both inclusive. */
  readonly bytes: { readonly start: number; readonly end: number }
  /** A token used as a path segment. */
  readonly link: string
}

/**
 * Describes how to assemble a file of the session's repo from xorbs. A file of other repos does not exist, whoever asks.
 * @param range bytes of the file, inclusive; the end may be past the last byte
 * @throws {HubError} `xet.not_found`, `xet.range_invalid`
 */
export async function reconstruct(
  hub: Hub,
  session: XetSession,
  file: Hash,
  range: { start: number; end: number } | null,
): Promise<Reconstruction> {
  if (hub.config.xet !== 'on') throw new HubError('xet.not_found')
  const content = await findFile(hub, session, file)
  if (content === null) throw new HubError('xet.not_found')
  const { start, end } = range ?? { start: 0, end: content.size - 1 }
  if (start >= content.size) throw new HubError('xet.range_invalid')
  const parts: { xorbId: number; chunks: ChunkRange; bytes: number }[] = []
  const wanted = termsWithin(content.terms, start, end)
  const xorbs = await loadXorbs(
    hub,
    wanted.map(({ term }) => term.xorbId),
  )
  let offset = 0
  for (const { term, first, last } of wanted) {
    const xorb = required(xorbs, term.xorbId)
    const chunks = chunksBetween(xorb, term, first, last)
    if (parts.length === 0) offset = first - ((xorb.contentStarts[chunks.start] ?? 0) - (xorb.contentStarts[term.startChunk] ?? 0))
    parts.push({ xorbId: term.xorbId, chunks, bytes: xorb.index.contentBytes(chunks.start, chunks.end) })
  }
  const fetch = new Map<string, FetchRange[]>()
  for (const [xorbId, ranges] of joinedByXorb(parts)) {
    const xorb = required(xorbs, xorbId)
    const fetched: FetchRange[] = []
    for (const chunks of ranges) {
      const bytes = { start: xorb.index.start(chunks.start), end: xorb.index.end(chunks.end - 1) - 1 }
      fetched.push({ chunks, bytes, link: await signXorbRange(hub, session, xorb, bytes) })
    }
    fetch.set(formatHash(xorb.hash), fetched)
  }
  const terms = parts.map(({ xorbId, chunks, bytes }) => ({ xorb: formatHash(required(xorbs, xorbId).hash), chunks, bytes }))
  return { offset, terms, fetch }
}

/** True when the session's repo has the file. */
export async function hasFile(hub: Hub, session: XetSession, file: Hash): Promise<boolean> {
  return (await findFile(hub, session, file)) !== null
}

async function findFile(hub: Hub, session: XetSession, file: Hash): Promise<Awaited<ReturnType<typeof findChunked>>> {
  const rows = await hub.db.read.selectFrom('xet_file').select('sha256').where('hash', '=', file).execute()
  const names = rows.map(({ sha256 }) => toHex(sha256))
  const usable = await usableObjects(hub.db.read, session.repo.id, session.userId === 0 ? null : session.userId, names)
  const name = names.find((sha256) => usable.has(sha256))
  return name === undefined ? null : findChunked(hub, name)
}

type Term = NonNullable<Awaited<ReturnType<typeof findChunked>>>['terms'][number]

/** Terms that contain bytes of the range, and which ones, relative to the start of each. */
function termsWithin(terms: readonly Term[], start: number, end: number): { term: Term; first: number; last: number }[] {
  const found: { term: Term; first: number; last: number }[] = []
  let at = 0
  for (const term of terms) {
    if (at + term.bytes > start && at <= end) found.push({ term, first: Math.max(0, start - at), last: Math.min(term.bytes - 1, end - at) })
    at += term.bytes
    if (at > end) break
  }
  return found
}

function chunksBetween({ contentStarts }: StoredXorb, term: Term, first: number, last: number): ChunkRange {
  const base = contentStarts[term.startChunk] ?? 0
  let { startChunk: start, endChunk: end } = term
  while ((contentStarts[start + 1] ?? 0) - base <= first) start++
  while ((contentStarts[end - 1] ?? 0) - base > last) end--
  return { start, end }
}

/** The chunks to fetch from each xorb, without duplicates. */
function joinedByXorb(parts: readonly { xorbId: number; chunks: ChunkRange }[]): Map<number, ChunkRange[]> {
  const byXorb = new Map<number, { start: number; end: number }[]>()
  for (const { xorbId, chunks } of parts.toSorted((a, b) => a.chunks.start - b.chunks.start)) {
    const ranges = byXorb.get(xorbId) ?? []
    byXorb.set(xorbId, ranges)
    const last = ranges.at(-1)
    if (last !== undefined && chunks.start <= last.end) last.end = Math.max(last.end, chunks.end)
    else ranges.push({ ...chunks })
  }
  return byXorb
}

function required(xorbs: ReadonlyMap<number, StoredXorb>, id: number): StoredXorb {
  const xorb = xorbs.get(id)
  if (xorb === undefined) throw new Error(`xorb ${id} was not loaded`)
  return xorb
}
