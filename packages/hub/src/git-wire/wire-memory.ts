import type { CommitNode, Oid, PackedDelta } from '@portolan/git'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/db.ts'

/** Bytes. */
const bodyBytes = 32 * 1024 * 1024
const deltaBytes = 32 * 1024 * 1024
const maxCommits = 100_000

/** What clones and fetches of all repos share, within bounds that hold for the whole process. Objects never change; keys are `repo:oid`. */
export interface WireMemory {
  readonly commits: LRUCache<string, CommitNode>
  readonly bodies: LRUCache<string, Buffer>
  readonly deltas: LRUCache<string, { readonly delta: PackedDelta | null }>
  /** What annotated tags stand for in the end. */
  readonly peeled: LRUCache<string, Oid>
}

/** What reading needs of a hub: threads have no more of it. */
export interface HasReader {
  readonly db: Pick<Db, 'read'>
}

const memories = new WeakMap<HasReader['db'], WireMemory>()

export function wireMemory(hub: HasReader): WireMemory {
  const known = memories.get(hub.db)
  if (known) return known
  const memory: WireMemory = {
    commits: new LRUCache({ max: maxCommits }),
    bodies: new LRUCache({ maxSize: bodyBytes, maxEntrySize: bodyBytes / 4, sizeCalculation: (body) => body.length + 200 }),
    deltas: new LRUCache({ maxSize: deltaBytes, sizeCalculation: ({ delta }) => (delta?.z.length ?? 0) + 300 }),
    peeled: new LRUCache({ max: 50_000 }),
  }
  memories.set(hub.db, memory)
  return memory
}
