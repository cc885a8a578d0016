import type { Oid } from '../oid.ts'
import { GitProtocolError } from '../protocol-error.ts'
import { CommitQueue } from './commit-queue.ts'
import { type CommitNode, type ObjectSource, requireCommits } from './object-source.ts'
import type { Pace } from './pace.ts'

export interface CommitWalk {
  /** Commits to walk from. */
  readonly wants: readonly Oid[]
  /** Commits to exclude, along with all their ancestors. */
  readonly haves: readonly Oid[]
  /** Commits treated as having no parents. */
  readonly cut?: ReadonlySet<Oid>
  /** Maximum number of commits; more are refused. */
  readonly maxCommits: number
}

export interface WalkedCommits {
  /** Parents before their children; `parents` is empty for those that were cut. */
  readonly commits: CommitNode[]
  /** Excluded commits that are parents of those in `commits`. */
  readonly edges: Oid[]
}

/**
 * `wants` and their ancestors, without `haves` and theirs. Where clocks were wrong, some ancestors of `haves` may be included,
 * as with git: nothing is missing.
 */
export async function walkCommits(source: ObjectSource, walk: CommitWalk, pace: Pace): Promise<WalkedCommits> {
  const queue = new CommitQueue()
  const queued = new Set<Oid>()
  const nodes = new Map<Oid, CommitNode>()
  const painted = new Set<Oid>()
  const found: CommitNode[] = []
  /** How many commits in the queue are not painted: once there are none, nothing more can be found. */
  let open = 0

  const enter = async (oids: readonly Oid[], paint: boolean): Promise<void> => {
    const fresh = oids.filter((oid) => !nodes.has(oid))
    const isFresh = new Set(fresh)
    for (const node of fresh.length > 0 ? await requireCommits(source, fresh) : []) {
      nodes.set(node.oid, walk.cut?.has(node.oid) === true ? { ...node, parents: [] } : node)
    }
    for (const oid of oids) {
      const node = nodes.get(oid) as CommitNode
      const isNew = isFresh.has(oid) && !painted.has(oid)
      if (paint && !painted.has(oid)) {
        painted.add(oid)
        if (queued.has(oid)) open--
        else {
          queued.add(oid)
          queue.push(node)
        }
      } else if (!paint && isNew) {
        queued.add(oid)
        queue.push(node)
        open++
      }
    }
  }
  await enter([...new Set(walk.haves)], true)
  await enter([...new Set(walk.wants)], false)
  while (open > 0) {
    const next = queue.pop()
    if (!next) break
    queued.delete(next.oid)
    const isPainted = painted.has(next.oid)
    if (!isPainted) {
      open--
      found.push(next)
      if (found.length > walk.maxCommits) throw new GitProtocolError(`A response cannot have more than ${walk.maxCommits} commits`)
    }
    if (next.parents.length > 0) await enter(next.parents, isPainted)
    await pace()
  }
  const kept = new Map(found.filter(({ oid }) => !painted.has(oid)).map((node) => [node.oid, node]))
  const edges = new Set<Oid>()
  for (const { parents } of kept.values()) for (const parent of parents) if (!kept.has(parent)) edges.add(parent)
  return { commits: parentsFirst(found.filter(({ oid }) => kept.has(oid)).toReversed(), kept), edges: [...edges] }
}

/** The list sorted so that no commit precedes one of its parents. */
function parentsFirst(list: readonly CommitNode[], kept: ReadonlyMap<Oid, CommitNode>): CommitNode[] {
  const done = new Set<Oid>()
  const sorted: CommitNode[] = []
  for (const start of list) {
    const stack = [start]
    while (stack.length > 0) {
      const node = stack.at(-1) as CommitNode
      const open = done.has(node.oid) ? [] : node.parents.flatMap((oid) => (done.has(oid) ? [] : (kept.get(oid) ?? [])))
      if (open.length > 0) {
        stack.push(...open)
        continue
      }
      stack.pop()
      if (done.has(node.oid)) continue
      done.add(node.oid)
      sorted.push(node)
    }
  }
  return sorted
}

/** True if each of `wants` is, or descends from, one of `haves`: then further negotiation gains nothing. */
export async function allReach(source: ObjectSource, wants: readonly Oid[], haves: ReadonlySet<Oid>, pace: Pace): Promise<boolean> {
  if (haves.size === 0) return false
  const nodes = await requireCommits(source, [...haves])
  const oldest = nodes.reduce((least, { time }) => Math.min(least, time), Infinity)
  // Whoever has a commit has its parents.
  const had = new Set([...haves, ...nodes.flatMap(({ parents }) => parents)])
  for (const want of new Set(wants)) {
    const queue = new CommitQueue()
    const seen = new Set<Oid>([want])
    for (const node of await requireCommits(source, [want])) queue.push(node)
    let reaches = false
    for (let node = queue.pop(); node && !reaches; node = queue.pop()) {
      reaches = had.has(node.oid)
      const parents = reaches || node.time < oldest ? [] : node.parents.filter((oid) => !seen.has(oid))
      for (const oid of parents) seen.add(oid)
      for (const parent of parents.length > 0 ? await requireCommits(source, parents) : []) queue.push(parent)
      await pace()
    }
    if (!reaches) return false
  }
  return true
}
