import { type Oid, referencesOf, type StoredObject } from '@portolan/git'
import type { Db } from '../db/db.ts'
import { lastLoss, queueRepoForGc } from './lock-repo.ts'
import { putObjects } from './objects.ts'

/** Size of one transaction: other writers get a turn in between. */
const rowsPerWrite = 2_000
const bytesPerWrite = 8 * 1024 * 1024

/** Objects already stored that a ref is about to point to. */
export interface PrestoredObjects {
  /** All of them again, in case garbage collection has freed some in the meantime. */
  again(): Iterable<StoredObject> | AsyncIterable<StoredObject>
  /** Objects they reference that are not among them. */
  readonly outside: readonly Oid[]
  /** See `lastLoss`: if it has changed by the time of the update, objects were freed in the meantime. */
  readonly loss: number | null
}

/**
 * Stores objects in batches before a ref points to them: however many there are, no other writer waits long. Unreachable objects do no
 * harm, and if the update fails, garbage collection finds them.
 * @param all provides the objects; called again only if some are lost before the update
 */
export async function prestoreObjects(db: Db, repoId: number, all: PrestoredObjects['again']): Promise<PrestoredObjects> {
  const loss = await lastLoss(db.read, repoId)
  const brought = new Set<Oid>()
  const outside = new Set<Oid>()
  let batch: StoredObject[] = []
  let bytes = 0
  const put = async () => {
    const objects = batch
    batch = []
    bytes = 0
    await db.write(async (tx) => {
      await queueRepoForGc(tx, repoId)
      await putObjects(tx, repoId, objects)
    })
  }
  for await (const object of all()) {
    brought.add(object.oid)
    for (const oid of referencesOf(object)) outside.add(oid)
    batch.push(object)
    bytes += object.z.length
    if (batch.length >= rowsPerWrite || bytes >= bytesPerWrite) await put()
  }
  if (batch.length > 0) await put()
  return { again: all, outside: [...outside].filter((oid) => !brought.has(oid)), loss }
}
