import type { CommitNode, Oid, PackedDelta } from '@portolan/git'
import { hubCache } from '../../hub-cache.ts'

/*
 * State shared by clones and fetches of all repos of a hub, with limits per thread. Objects never change; keys begin with the repo's uid.
 */

/** Bytes. */
const bodyBytes = 32 * 1024 * 1024
const deltaBytes = 32 * 1024 * 1024
const maxCommits = 100_000

export const wireCommits = hubCache<CommitNode>('git-commits', { max: maxCommits })

export const wireBodies = hubCache<Buffer>('git-bodies', {
  maxSize: bodyBytes,
  maxEntrySize: bodyBytes / 4,
  sizeCalculation: (body) => body.length + 200,
})

export const wireDeltas = hubCache<{ readonly delta: PackedDelta | null }>('git-deltas', {
  maxSize: deltaBytes,
  sizeCalculation: ({ delta }) => (delta?.z.length ?? 0) + 300,
})

/** Peeled targets of annotated tags. */
export const peeledTags = hubCache<Oid>('git-peeled-tags', { max: 50_000 })
