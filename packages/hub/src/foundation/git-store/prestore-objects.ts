import { type Oid, referencesOf, type StoredObject } from '@portolan/git'
import type { Db, Tx } from '../db/db.ts'
import { lastLoss, queueRepoForGc } from './lock-repo.ts'
import { putObjects } from './objects.ts'

/** Size of one transaction: other writers get a turn in between. */
export const prestoreLimits = { rows: 2_000, bytes: 8 * 1024 * 1024 } as const

/** Objects already stored that a ref is about to point to. */
export interface PrestoredObjects {
  /** All of them again, in case garbage collection has freed some in the meantime. */
  again(): Iterable<StoredObject> | AsyncIterable<StoredObject>
  /** Objects they reference that are not among them. */
  readonly outside: Iterable<Oid>
  /** See `lastLoss`: if it has changed by the time of the update, objects were freed in the meantime. */
  readonly loss: number | null
}

/** Objects to store before a ref points to them. */
export interface ObjectsAhead {
  /** Called again only if some are lost before the update. */
  readonly objects: PrestoredObjects['again']
  /** Objects they reference that are not among them, if the caller knows; otherwise every commit, tree and tag is read for it. */
  readonly outside?: readonly Oid[]
}

/**
 * Stores objects in batches before a ref points to them: however many there are, no other writer waits long. Unreachable objects do no
 * harm, and if the update fails, garbage collection finds them.
 */
export async function prestoreObjects(db: Db, repoId: number, { objects, outside: known }: ObjectsAhead): Promise<PrestoredObjects> {
  const loss = await lastLoss(db.read, repoId)
  const brought = new Set<Oid>()
  const outside = new Set<Oid>(known)
  let batch: StoredObject[] = []
  let bytes = 0
  const put = async () => {
    const rows = batch
    batch = []
    bytes = 0
    await db.write((tx) => prestoreBatch(tx, repoId, rows))
  }
  for await (const object of objects()) {
    if (known === undefined) {
      brought.add(object.oid)
      for (const oid of referencesOf(object)) outside.add(oid)
    }
    batch.push(object)
    bytes += object.z.length
    if (batch.length >= prestoreLimits.rows || bytes >= prestoreLimits.bytes) await put()
  }
  if (batch.length > 0) await put()
  return { again: objects, outside: [...outside].filter((oid) => !brought.has(oid)), loss }
}

/** Stores one batch for {@link prestoreObjects}. */
export async function prestoreBatch(tx: Tx, repoId: number, objects: readonly StoredObject[]): Promise<void> {
  await queueRepoForGc(tx, repoId)
  // In the order of the index, neighbors go to the same page.
  await putObjects(
    tx,
    repoId,
    objects.toSorted((a, b) => (a.oid < b.oid ? -1 : 1)),
  )
}
