import {
  objectBody,
  objectTypes,
  type Oid,
  oidFromBytes,
  type ObjectTypeNumber,
  oidToBytes,
  parsePointer,
  pointerSizes,
  referencesOf,
} from '@portolan/git'
import { createHash } from 'node:crypto'
import type { Reader } from '../../foundation/db/db.ts'
import { readObjects, readRefs, type StoredRef } from '../../foundation/git-store/index.ts'

/** Trees are up to some hundred kilobytes: read this many at a time. */
const objectsAtOnce = 200
const rowsPerPage = 20_000

/** What a repo has, and how much of it is reachable from its refs. */
export interface RepoScan {
  /** Every object, with its type and size in bytes. */
  readonly objects: ReadonlyMap<Oid, { readonly type: ObjectTypeNumber; readonly bytes: number }>
  /** Objects reachable from a ref. */
  readonly reached: ReadonlySet<Oid>
  /** Objects referenced by a reachable one but missing from the repo: damage. */
  readonly missing: ReadonlySet<Oid>
  /** Large files by pointer object, for all objects. */
  readonly pointers: ReadonlyMap<Oid, string>
  /** Changes whenever refs or objects change: compare it in the transaction that acts. */
  readonly fingerprint: string
}

/** Scans all refs and objects of a repo. Refs may move during the scan; `fingerprint` is of those that were followed. */
export async function scanRepo(db: Reader, repoId: number): Promise<RepoScan> {
  const refs = await readRefs(db, repoId)
  const remembered = await discussionRoots(db, repoId)
  const objects = await listObjects(db, repoId)
  // Of exactly these refs: one that moved and came back between two reads would look as if it had never moved.
  const fingerprint = digestOf(refs, remembered, objects.size)
  const reached = new Set<Oid>()
  const missing = new Set<Oid>()
  await walk(db, repoId, objects, [...refs.map(({ oid }) => oid), ...remembered.filter((oid) => objects.has(oid))], (oid) => {
    if (reached.has(oid)) return false
    if (!objects.has(oid)) {
      missing.add(oid)
      return false
    }
    reached.add(oid)
    return true
  })
  return { objects, reached, missing, pointers: await readPointers(db, repoId, objects), fingerprint }
}

/**
 * Of the objects that may be freed, those that really can be: no remaining object may reference one. So any stored object can be made reachable again at
 * any time, with everything below it.
 */
export async function closedUnder(db: Reader, repoId: number, scan: RepoScan, candidates: ReadonlySet<Oid>): Promise<Set<Oid>> {
  const going = new Set(candidates)
  for (const oid of scan.reached) going.delete(oid)
  const staying = [...scan.objects.keys()].filter((oid) => !going.has(oid) && !scan.reached.has(oid))
  const seen = new Set<Oid>()
  await walk(db, repoId, scan.objects, staying, (oid) => {
    if (seen.has(oid) || scan.reached.has(oid) || !scan.objects.has(oid)) return false
    seen.add(oid)
    going.delete(oid)
    return true
  })
  return going
}

/** Commits from which pull requests show their changes, even when no ref leads to them any more. */
async function discussionRoots(db: Reader, repoId: number): Promise<Oid[]> {
  const rows = await db.selectFrom('discussion').select(['base_oid', 'head_oid', 'merge_oid']).where('repo_id', '=', repoId).execute()
  return rows.flatMap((row) => [row.base_oid, row.head_oid, row.merge_oid].flatMap((oid) => (oid === null ? [] : [oidFromBytes(oid)])))
}

/** Refs, commits recorded by pull requests, and the number of objects, which grows at any time but only shrinks through garbage collection. */
export async function fingerprintOf(db: Reader, repoId: number): Promise<string> {
  const { n } = await db
    .selectFrom('git_object')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('repo_id', '=', repoId)
    .executeTakeFirstOrThrow()
  return digestOf(await readRefs(db, repoId), await discussionRoots(db, repoId), Number(n))
}

function digestOf(refs: readonly StoredRef[], remembered: readonly Oid[], objects: number): string {
  const hash = createHash('sha256')
  for (const { name, oid } of refs) hash.update(`${oid} ${name}\n`)
  for (const oid of remembered.toSorted()) hash.update(`${oid}\n`)
  return `${hash.digest('hex')}:${objects}`
}

/** Follows references between objects. @param enter whether an object is new and should be followed */
async function walk(
  db: Reader,
  repoId: number,
  objects: RepoScan['objects'],
  from: readonly Oid[],
  enter: (oid: Oid) => boolean,
): Promise<void> {
  const toRead: Oid[] = []
  const visit = (oid: Oid) => {
    if (enter(oid) && objects.get(oid)?.type !== objectTypes.blob) toRead.push(oid)
  }
  for (const oid of from) visit(oid)
  while (toRead.length > 0) {
    const found = await readObjects(db, repoId, toRead.splice(-objectsAtOnce))
    for (const object of found.values()) for (const oid of referencesOf(object)) visit(oid)
  }
}

async function listObjects(db: Reader, repoId: number): Promise<Map<Oid, { type: ObjectTypeNumber; bytes: number }>> {
  const objects = new Map<Oid, { type: ObjectTypeNumber; bytes: number }>()
  let after: Buffer | null = null
  for (;;) {
    const rows: { oid: Uint8Array; type: number; bytes: number }[] = await db
      .selectFrom('git_object')
      .select((eb) => ['oid', 'type', eb.fn<number>('length', ['z']).as('bytes')])
      .where('repo_id', '=', repoId)
      .$if(after !== null, (query) => query.where('oid', '>', after ?? Buffer.alloc(0)))
      .orderBy('oid')
      .limit(rowsPerPage)
      .execute()
    for (const { oid, type, bytes } of rows) objects.set(oidFromBytes(oid), { type: type as ObjectTypeNumber, bytes: Number(bytes) })
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return objects
    after = oidToBytes(oidFromBytes(last.oid))
  }
}

async function readPointers(db: Reader, repoId: number, objects: RepoScan['objects']): Promise<Map<Oid, string>> {
  const pointers = new Map<Oid, string>()
  let after: Buffer | null = null
  for (;;) {
    const rows: { oid: Uint8Array; size: number; z: Uint8Array }[] = await db
      .selectFrom('git_object')
      .select(['oid', 'size', 'z'])
      .where('repo_id', '=', repoId)
      .where('type', '=', objectTypes.blob)
      .where('size', '<=', pointerSizes.max)
      .$if(after !== null, (query) => query.where('oid', '>', after ?? Buffer.alloc(0)))
      .orderBy('oid')
      .limit(rowsPerPage)
      .execute()
    for (const { oid, size, z } of rows) {
      const pointer = parsePointer(objectBody({ size, z }))
      if (pointer !== null && objects.has(oidFromBytes(oid))) pointers.set(oidFromBytes(oid), pointer.sha256)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return pointers
    after = oidToBytes(oidFromBytes(last.oid))
  }
}
