import { type Oid, referencesOf, type StoredObject } from '@portolan/git'
import type { Db } from '../db/db.ts'
import { lastLoss, queueRepoForGc } from './lock-repo.ts'
import { putObjects } from './objects.ts'

/** What one transaction takes: other writers get their turn in between. */
const rowsPerWrite = 2_000
const bytesPerWrite = 8 * 1024 * 1024

/** Objects that are stored already, and that a ref is about to lead to. */
export interface StoredAhead {
  /** All of them once more, for the case that garbage collection freed some meanwhile. */
  again(): Iterable<StoredObject> | AsyncIterable<StoredObject>
  /** What they name and is not among them. */
  readonly outside: readonly Oid[]
  /** See `lastLoss`: when it is another one at the landing, objects were freed meanwhile. */
  readonly loss: number | null
}

/**
 * Stores objects before a ref leads to them, some at a time: however many there are, nobody who writes waits long. Objects that nothing leads to harm
 * nobody, and if the landing fails garbage collection finds them.
 * @param all gives the objects; asked once more only if some are lost before the landing
 */
export async function putAhead(db: Db, repoId: number, all: StoredAhead['again']): Promise<StoredAhead> {
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
