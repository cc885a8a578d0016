import type { Oid } from '../oid.ts'
import { GitProtocolError } from '../protocol-error.ts'
import type { Deepen } from './fetch-request.ts'
import { type CommitNode, type ObjectSource, requireCommits } from './object-source.ts'
import type { Pace } from './pace.ts'
import { walkCommits } from './walk-commits.ts'

/** What `git fetch --unshallow` asks for (gitprotocol-pack). */
const infiniteDepth = 0x7fffffff

/** How the borders of a client's history move. */
export interface ShallowPlan {
  /** Commits that become borders: told to the client. */
  readonly shallow: readonly Oid[]
  /** Borders that are none any more: told to the client. */
  readonly unshallow: readonly Oid[]
  /** Commits beyond which neither side looks. */
  readonly cut: ReadonlySet<Oid>
  /** Where the walk starts besides what was asked for: behind the borders that fell. */
  readonly alsoWanted: readonly Oid[]
}

interface Borders {
  /** Commits that a client has without their parents. */
  readonly at: readonly Oid[]
  /** Commits that it has with their parents. */
  readonly within: (oid: Oid) => boolean
}

/**
 * Works out the borders after a fetch (gitprotocol-pack, "Packfile Negotiation": shallow and unshallow).
 * @param clientShallow borders that the client has now; those that the repo lacks do not count
 * @throws {GitProtocolError} when nothing is left, as with a date in the future
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
    // A border that fell still cuts what the client has: its parents are asked for by themselves.
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

/** A commit counts with its shortest way from a start: level by level. */
async function byDepth(source: ObjectSource, starts: readonly Oid[], depth: number, maxCommits: number, pace: Pace): Promise<Borders> {
  const within = new Set<Oid>()
  let level = [...new Set(starts)]
  for (let n = 1; n < depth && level.length > 0; n++) {
    for (const oid of level) within.add(oid)
    if (within.size > maxCommits) throw new GitProtocolError(`More than ${maxCommits} commits are not sent at once`)
    const parents = (await requireCommits(source, level)).flatMap((commit) => commit.parents)
    level = [...new Set(parents)].filter((oid) => !within.has(oid))
    await pace()
  }
  return { at: level, within: (oid) => within.has(oid) }
}

/** Commits since a date, and none that others descend from; those with a parent left out are the borders. */
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
