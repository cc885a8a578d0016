import type { Oid } from '../oid.ts'
import { GitProtocolError } from '../protocol-error.ts'
import type { Deepen } from './fetch-request.ts'
import { type CommitNode, type ObjectSource, requireCommits } from './object-source.ts'
import type { Pace } from './pace.ts'
import { walkCommits } from './walk-commits.ts'

/** The depth requested by `git fetch --unshallow` (gitprotocol-pack). */
const infiniteDepth = 0x7fffffff

/** How a client's shallow boundary moves. */
export interface ShallowPlan {
  /** Commits that join the boundary: reported to the client. */
  readonly shallow: readonly Oid[]
  /** Commits that leave the boundary: reported to the client. */
  readonly unshallow: readonly Oid[]
  /** Commits that limit the walk on both sides. */
  readonly cut: ReadonlySet<Oid>
  /** Where the walk starts in addition to the wants: behind the boundary commits that were removed. */
  readonly alsoWanted: readonly Oid[]
}

interface Borders {
  /** Commits that a client has without their parents. */
  readonly at: readonly Oid[]
  /** Commits that it has with their parents. */
  readonly within: (oid: Oid) => boolean
}

/**
 * Computes the shallow boundary after a fetch (gitprotocol-pack, "Packfile Negotiation": shallow and unshallow).
 * @param clientShallow the client's current boundary; commits that the repo lacks are ignored
 * @throws {GitProtocolError} if nothing is left, as with a date in the future
 */
export async function planShallow(
  source: ObjectSource,
  input: { wants: readonly Oid[]; clientShallow: readonly Oid[]; deepen: Deepen; excluded: readonly Oid[]; maxCommits: number },
  pace: Pace,
): Promise<ShallowPlan> {
  const before = await source.commits(input.clientShallow)
  const borders = await findBorders(source, { ...input, before: [...before.keys()] }, pace)
  const unshallow = borders === null ? [] : [...before.keys()].filter((oid) => borders.within(oid))
  const alsoWanted = unshallow.flatMap((oid) => before.get(oid)?.parents ?? [])
  const at = borders?.at ?? []
  return {
    shallow: at.filter((oid) => !before.has(oid)),
    unshallow,
    // A removed boundary commit still limits what the client has: its parents are requested separately.
    cut: new Set([...before.keys(), ...at]),
    alsoWanted: [...new Set(alsoWanted)],
  }
}

async function findBorders(
  source: ObjectSource,
  { wants, before, deepen, excluded, maxCommits }: Parameters<typeof planShallow>[1] & { before: readonly Oid[] },
  pace: Pace,
): Promise<Borders | null> {
  if (deepen.depth === infiniteDepth) return { at: [], within: () => true }
  if (deepen.depth !== null && deepen.relative) {
    const reachable = await reachableAmong(source, wants, new Set(before), maxCommits, pace)
    return byDepth(source, reachable, deepen.depth + 1, maxCommits, pace)
  }
  if (deepen.depth !== null) return byDepth(source, wants, deepen.depth, maxCommits, pace)
  if (deepen.since !== null || deepen.not.length > 0)
    return bySelection(source, wants, deepen.since ?? -Infinity, excluded, maxCommits, pace)
  return null
}

/** A commit's depth is its shortest distance from a start: level by level. */
async function byDepth(source: ObjectSource, starts: readonly Oid[], depth: number, maxCommits: number, pace: Pace): Promise<Borders> {
  const within = new Set<Oid>()
  let level = [...new Set(starts)]
  for (let n = 1; n < depth && level.length > 0; n++) {
    for (const oid of level) within.add(oid)
    if (within.size > maxCommits) throw new GitProtocolError(`A response cannot have more than ${maxCommits} commits`)
    const parents = (await requireCommits(source, level)).flatMap((commit) => commit.parents)
    level = [...new Set(parents)].filter((oid) => !within.has(oid))
    await pace()
  }
  return { at: level, within: (oid) => within.has(oid) }
}

/** Commits since a date, excluding the ancestors of others; those with an excluded parent form the boundary. */
async function bySelection(
  source: ObjectSource,
  wants: readonly Oid[],
  since: number,
  excluded: readonly Oid[],
  maxCommits: number,
  pace: Pace,
): Promise<Borders> {
  const { commits } = await walkCommits(newerThan(source, since), { wants, haves: excluded, maxCommits }, pace)
  const selected = new Map(commits.filter(({ time }) => time >= since).map((commit) => [commit.oid, commit]))
  if (selected.size === 0) throw new GitProtocolError('no commits selected for shallow requests')
  const full = await requireCommits(source, [...selected.keys()])
  const at = full.filter(({ parents }) => parents.some((oid) => !selected.has(oid))).map(({ oid }) => oid)
  const border = new Set(at)
  return { at, within: (oid) => selected.has(oid) && !border.has(oid) }
}

/** The same objects, with a history that ends at the first commit before that time. */
function newerThan(source: ObjectSource, since: number): ObjectSource {
  return {
    ...source,
    commits: async (oids) => {
      const found = await source.commits(oids)
      return new Map([...found].map(([oid, node]): [Oid, CommitNode] => [oid, node.time < since ? { ...node, parents: [] } : node]))
    },
  }
}

async function reachableAmong(
  source: ObjectSource,
  wants: readonly Oid[],
  among: ReadonlySet<Oid>,
  maxCommits: number,
  pace: Pace,
): Promise<Oid[]> {
  const { commits } = await walkCommits(source, { wants, haves: [], cut: among, maxCommits }, pace)
  return commits.map(({ oid }) => oid).filter((oid) => among.has(oid))
}
