import type { Oid } from '@portolan/git'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { historyOf } from './history.ts'

/** The best common ancestor of two commits, either of them included; `null` when their histories never meet. With several, the newest. */
export async function mergeBase(hub: Hub, repo: Readable, one: Oid, other: Oid): Promise<Oid | null> {
  if (one === other) return one
  const theirs = new Set(await historyOf(hub, repo, other))
  // No commit stands before a descendant of its own, so that the first one found is nobody else's ancestor among those in common.
  return (await historyOf(hub, repo, one)).find((oid) => theirs.has(oid)) ?? null
}

export interface Divergence {
  /** Commits that only the one has, newest first. */
  readonly ahead: readonly Oid[]
  /** Commits that only the other has, newest first. */
  readonly behind: readonly Oid[]
}

/** What each of two commits has that the other has not: `git rev-list --left-right one...other`. */
export async function divergence(hub: Hub, repo: Readable, one: Oid, other: Oid): Promise<Divergence> {
  if (one === other) return { ahead: [], behind: [] }
  const ours = await historyOf(hub, repo, one)
  const theirs = await historyOf(hub, repo, other)
  const inOurs = new Set(ours)
  const inTheirs = new Set(theirs)
  return { ahead: ours.filter((oid) => !inTheirs.has(oid)), behind: theirs.filter((oid) => !inOurs.has(oid)) }
}
