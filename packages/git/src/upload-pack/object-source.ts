import type { StoredObject } from '../object.ts'
import type { ObjectType, Oid } from '../oid.ts'

/** The parts of a commit that a history walk needs. */
export interface CommitNode {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  /** Commit time in seconds since 1970, by the committer's clock. */
  readonly time: number
}

export interface ObjectFacts {
  readonly type: ObjectType
  /** Bytes of the body. */
  readonly size: number
  /** Bytes of the stored zlib stream. */
  readonly packedSize: number
}

/** The objects of one repo. Every method leaves out what the repo does not have. */
export interface ObjectSource {
  /** The commits among these ids. Called with a few ids at a time, along the history: an implementation reads ahead. */
  commits(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, CommitNode>>
  facts(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, ObjectFacts>>
  /** Includes their streams; the caller must not request more than fits in memory. */
  objects(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, StoredObject>>
  /** Inflated bodies; an implementation caches some of them. */
  bodies(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Buffer>>
}

/** A delta as it appears in a pack. */
export interface PackedDelta {
  /** Bytes of the delta, inflated. */
  readonly size: number
  readonly z: Buffer
}

/** Deltas computed earlier; `null` for a pair that is not worth one. */
export interface DeltaMemory {
  get(oid: Oid, base: Oid): PackedDelta | null | undefined
  set(oid: Oid, base: Oid, delta: PackedDelta | null): void
}

/** @throws {Error} if the repo lacks one of them: it is damaged */
export async function requireCommits(source: ObjectSource, oids: readonly Oid[]): Promise<CommitNode[]> {
  const found = await source.commits(oids)
  return oids.map((oid) => {
    const commit = found.get(oid)
    if (!commit) throw new Error(`The repository is missing the commit ${oid}`)
    return commit
  })
}
