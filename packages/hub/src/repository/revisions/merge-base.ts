import type { Oid } from '@portolan/git'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { historyOf } from './history.ts'

/** The best common ancestor of two commits, possibly one of them; `null` when their histories are unrelated. If there are several, the newest. */
export async function mergeBase(hub: Hub, repo: Readable, one: Oid, other: Oid): Promise<Oid | null> {
  if (one === other) return one
  const theirs = new Set(await historyOf(hub, repo, other))
  // No commit comes before one of its descendants, so the first common one found is not an ancestor of any other.
  return (await historyOf(hub, repo, one)).find((oid) => theirs.has(oid)) ?? null
}

export interface Divergence {
  /** Commits only in one, newest first. */
  readonly ahead: readonly Oid[]
  /** Commits only in the other, newest first. */
  readonly behind: readonly Oid[]
}

/** The commits of each side that the other lacks: `git rev-list --left-right one...other`. */
export async function divergence(hub: Hub, repo: Readable, one: Oid, other: Oid): Promise<Divergence> {
  if (one === other) return { ahead: [], behind: [] }
  const ours = await historyOf(hub, repo, one)
  const theirs = await historyOf(hub, repo, other)
  const inOurs = new Set(ours)
  const inTheirs = new Set(theirs)
  return { ahead: ours.filter((oid) => !inTheirs.has(oid)), behind: theirs.filter((oid) => !inOurs.has(oid)) }
}
