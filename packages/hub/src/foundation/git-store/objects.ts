import {
  objectBody,
  objectTypes,
  oidFromBytes,
  oidToBytes,
  parseTree,
  type Oid,
  type StoredObject,
  type ObjectType,
  type TreeItem,
  typeName,
  type ObjectTypeNumber,
} from '@portolan/git'
import { HubError } from '@portolan/contract'
import { CompiledQuery, PostgresAdapter, type Selectable } from 'kysely'
import { type Db, type Dialect, toBuffer, type Reader, type Tx } from '../db/db.ts'
import type { GitObjectTable } from '../db/schema.ts'
import { isSqliteDuplicate } from '../db/sqlite-connection.ts'
import { Yielder } from '../schedule/index.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { HasStates } from '../../hub-state.ts'
import type { RepoKey } from '../../uid.ts'

/** Maximum parameters per statement: SQLite accepts 32,766, Postgres 65,535. Rows have five columns. */
const rowsPerInsert = { sqlite: 64, postgres: 250 } as const
/** SQLite writes in the calling thread: few bytes at a time. */
const bytesPerInsert = { sqlite: 1024 * 1024, postgres: 16 * 1024 * 1024 } as const
const oidsPerSelect = 1_000
/** Blobs are up to 10 MB each: only a few at a time when streaming. */
const oidsPerStream = 50

/** Objects never change, so trees can be cached by repo and oid. Bounded by the total number of entries. */
const treeCache = hubCache<readonly TreeItem[]>('trees', { max: 20_000, maxSize: 1_000_000, sizeCalculation: (items) => items.length + 1 })

/** The part of a hub needed to read through the cache. */
export interface HasReader extends HasStates {
  readonly db: Pick<Db, 'read'>
}

/** Reads one object with its zlib stream; `null` when the repo does not have it. */
export async function readObject(db: Reader, repoId: number, oid: Oid): Promise<StoredObject | null> {
  const row = await db
    .selectFrom('git_object')
    .select(['oid', 'type', 'size', 'z'])
    .where('repo_id', '=', repoId)
    .where('oid', '=', oidToBytes(oid))
    .executeTakeFirst()
  return row ? toObject(row) : null
}

/** Ids of commits that start with these hex digits, at most `limit`, by the index of ids. @param prefix lowercase, up to 40 digits */
export async function commitsWithPrefix(db: Reader, repoId: number, prefix: string, limit: number): Promise<Oid[]> {
  const bound = (filler: string) => Buffer.from(prefix.padEnd(40, filler), 'hex')
  const rows = await db
    .selectFrom('git_object')
    .select('oid')
    .where('repo_id', '=', repoId)
    .where('oid', '>=', bound('0'))
    .where('oid', '<=', bound('f'))
    .where('type', '=', objectTypes.commit)
    .limit(limit)
    .execute()
  return rows.map(({ oid }) => oidFromBytes(oid))
}

/** Reads many objects in any order; those the repo does not have are left out. */
export async function readObjects(db: Reader, repoId: number, oids: readonly Oid[]): Promise<Map<Oid, StoredObject>> {
  const found = new Map<Oid, StoredObject>()
  for (let at = 0; at < oids.length; at += oidsPerSelect) {
    const slice = oids.slice(at, at + oidsPerSelect).map(oidToBytes)
    const rows = await db
      .selectFrom('git_object')
      .select(['oid', 'type', 'size', 'z'])
      .where('repo_id', '=', repoId)
      .where('oid', 'in', slice)
      .execute()
    for (const row of rows) {
      const object = toObject(row)
      found.set(object.oid, object)
    }
  }
  return found
}

/** Sizes in bytes of many objects, without their contents. */
export async function readSizes(db: Reader, repoId: number, oids: readonly Oid[]): Promise<Map<Oid, number>> {
  const found = new Map<Oid, number>()
  for (let at = 0; at < oids.length; at += oidsPerSelect) {
    const slice = oids.slice(at, at + oidsPerSelect).map(oidToBytes)
    const rows = await db.selectFrom('git_object').select(['oid', 'size']).where('repo_id', '=', repoId).where('oid', 'in', slice).execute()
    for (const row of rows) found.set(oidFromBytes(row.oid), row.size)
  }
  return found
}

/** Reads several trees, from the cache where possible. A missing tree is an error: the repo is damaged. */
export async function readTrees(hub: HasReader, repo: RepoKey, oids: readonly Oid[]): Promise<Map<Oid, readonly TreeItem[]>> {
  const trees = treeCache(hub)
  const result = new Map<Oid, readonly TreeItem[]>()
  const wanted = oids.filter((oid) => {
    const known = trees.get(cacheKey(repo.uid, oid))
    if (known) result.set(oid, known)
    return !known
  })
  const objects = await readObjects(hub.db.read, repo.id, wanted)
  const yielder = new Yielder()
  for (const oid of wanted) {
    await yielder.yieldIfDue()
    const object = objects.get(oid)
    if (object?.type !== 'tree')
      throw new HubError('storage.damaged', { message: `The folder ${oid} of the repository is not stored.`, oid })
    const items = parseTree(objectBody(object))
    trees.set(cacheKey(repo.uid, oid), items)
    result.set(oid, items)
  }
  return result
}

export async function readTree(hub: HasReader, repo: RepoKey, oid: Oid): Promise<readonly TreeItem[]> {
  return (await readTrees(hub, repo, [oid])).get(oid) ?? []
}

/** Indexes by name for long lists; each lives as long as its list. */
const byName = new WeakMap<readonly TreeItem[], ReadonlyMap<string, TreeItem>>()
const longList = 16

/** Finds the entry with that name. Fast even for folders of ten thousand files. */
export function findInTree(items: readonly TreeItem[], name: string): TreeItem | undefined {
  if (items.length < longList) return items.find((item) => item.name === name)
  let index = byName.get(items)
  if (!index) byName.set(items, (index = new Map(items.map((item) => [item.name, item]))))
  return index.get(name)
}

/** Stores objects, one batch in memory at a time; existing ones are left as they are. */
export async function putObjects(db: Tx, repoId: number, objects: Iterable<StoredObject> | AsyncIterable<StoredObject>): Promise<void> {
  const dialect = dialectOf(db)
  let batch: StoredObject[] = []
  let bytes = 0
  const put = async (): Promise<void> => {
    const rows = batch
    batch = []
    bytes = 0
    // Counted immediately, for the next quota check.
    const addedBytes = await insertObjects(db, dialect, repoId, rows)
    if (addedBytes > 0)
      await db
        .updateTable('repo_usage')
        .set((eb) => ({ git_bytes: eb('git_bytes', '+', addedBytes) }))
        .where('repo_id', '=', repoId)
        .execute()
  }
  for await (const object of objects) {
    batch.push(object)
    bytes += object.z.length
    if (batch.length >= rowsPerInsert[dialect] || bytes >= bytesPerInsert[dialect]) await put()
  }
  if (batch.length > 0) await put()
}

function dialectOf(db: Tx): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** The statement for so many rows: building one from a query takes as long as running it. */
const insertStatements = new Map<string, string>()

function insertStatement(dialect: Dialect, rows: number, ending: string): string {
  const key = `${dialect} ${rows} ${ending}`
  const known = insertStatements.get(key)
  if (known !== undefined) return known
  const places = Array.from({ length: rows }, (_, row) => {
    const first = row * 5 + 1
    return dialect === 'sqlite' ? '(?,?,?,?,?)' : `($${first},$${first + 1},$${first + 2},$${first + 3},$${first + 4})`
  })
  const statement = `insert into git_object(repo_id, oid, type, size, z) values ${places.join(',')} ${ending}`
  insertStatements.set(key, statement)
  return statement
}

/** Leaves existing objects alone, and tells the bytes of the others. */
const onlyNew = 'on conflict (repo_id, oid) do nothing returning length(z) as bytes'

/** @returns the bytes of those that were not there already */
async function insertObjects(db: Tx, dialect: Dialect, repoId: number, objects: readonly StoredObject[]): Promise<number> {
  const parameters: unknown[] = []
  for (const { oid, type, size, z } of objects) parameters.push(repoId, oidToBytes(oid), objectTypes[type], size, z)
  // Objects are rarely there already. On SQLite, a statement that returns nothing takes half the time, and one that fails has no effect.
  if (dialect === 'sqlite') {
    try {
      await db.executeQuery(CompiledQuery.raw(insertStatement(dialect, objects.length, ''), parameters))
      return objects.reduce((sum, { z }) => sum + z.length, 0)
    } catch (error) {
      if (!isSqliteDuplicate(error)) throw error
    }
  }
  const { rows } = await db.executeQuery<{ bytes: number }>(
    CompiledQuery.raw(insertStatement(dialect, objects.length, onlyNew), parameters),
  )
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
}

/** Which of the objects the repo has, with their types. */
export async function readTypes(db: Reader, repoId: number, oids: readonly Oid[]): Promise<Map<Oid, ObjectType>> {
  const found = new Map<Oid, ObjectType>()
  for (let at = 0; at < oids.length; at += oidsPerSelect) {
    const slice = oids.slice(at, at + oidsPerSelect).map(oidToBytes)
    const rows = await db.selectFrom('git_object').select(['oid', 'type']).where('repo_id', '=', repoId).where('oid', 'in', slice).execute()
    for (const row of rows) found.set(oidFromBytes(row.oid), typeName(row.type as ObjectTypeNumber))
  }
  return found
}

/** The ids of every object of a repo, sorted. */
export async function listOids(db: Reader, repoId: number): Promise<Oid[]> {
  const rows = await db.selectFrom('git_object').select('oid').where('repo_id', '=', repoId).orderBy('oid').execute()
  return rows.map(({ oid }) => oidFromBytes(oid))
}

/** Reads objects with their contents, one batch in memory at a time. @throws {Error} when the repo lacks one */
export async function* streamObjects(db: Reader, repoId: number, oids: readonly Oid[]): AsyncGenerator<StoredObject> {
  for (let at = 0; at < oids.length; at += oidsPerStream) {
    const slice = oids.slice(at, at + oidsPerStream)
    const found = await readObjects(db, repoId, slice)
    for (const oid of slice) {
      const object = found.get(oid)
      if (!object) throw new HubError('storage.damaged', { message: `The git object ${oid} of the repository is not stored.`, oid })
      yield object
    }
  }
}

function toObject(row: Pick<Selectable<GitObjectTable>, 'oid' | 'type' | 'size' | 'z'>): StoredObject {
  return { oid: oidFromBytes(row.oid), type: typeName(row.type as ObjectTypeNumber), size: row.size, z: toBuffer(row.z) }
}
