import { createHash } from 'node:crypto'
import { objectBody, objectOid, objectTypes, oidFromBytes, type Oid, typeName, type ObjectTypeNumber } from '@portolan/git'
import { placesOf, scanRepo } from '../garbage-collection/index.ts'
import { openContent } from '../../foundation/contents/index.ts'
import type { Pace } from './pace.ts'
import { findDatabaseDamage } from '../../foundation/db/find-database-damage.ts'
import { type Reader, toBuffer, toHex } from '../../foundation/db/db.ts'
import { readRefs } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
import { visibility } from '../../repository/access/index.ts'
import type { Damage } from './damage.ts'
import { verifyChunks } from './verify-chunks.ts'

const objectsAtOnce = 200

export interface VerifyReport {
  readonly repos: number
  readonly objects: number
  readonly blobs: number
  /** Total size of blobs read and hashed. */
  readonly bytes: number
  readonly damages: readonly Damage[]
}

/**
 * Verifies everything that is stored: the database is checked, every git object and every blob is hashed again, every reference is followed. Writes
 * nothing. The hub may be in use in the meantime: what seems damaged is checked twice before it is reported.
 * @param options.quick does not read blobs: only checks that they exist, by name and size
 */
export async function verifyStorage(
  hub: Hub,
  options: { quick?: boolean; onProgress?: (line: string) => void } = {},
): Promise<VerifyReport> {
  options.onProgress?.('database')
  const problems = (await findDatabaseDamage(hub.db.location)).map((what): Damage => ({ where: 'database', what }))
  if (problems.length === 0) return verifyContent(hub, options)
  try {
    const report = await verifyContent(hub, options)
    return { ...report, damages: [...problems, ...report.damages] }
  } catch (error) {
    // What is in a damaged database can only be followed as far as it can be read.
    const end = { where: 'database', what: `the rest could not be verified: ${(error as Error).message}` }
    return { repos: 0, objects: 0, blobs: 0, bytes: 0, damages: [...problems, end] }
  }
}

async function verifyContent(hub: Hub, options: { quick?: boolean; onProgress?: (line: string) => void }): Promise<VerifyReport> {
  const damages: Damage[] = []
  let objects = 0
  const repos = await hub.db.read
    .selectFrom('repo')
    .select(['id', 'kind', 'owner', 'name', 'head'])
    .where('vis', '<', visibility.beingFreed)
    .orderBy('id')
    .execute()
  for (const { id, kind, owner, name } of repos) {
    const where = `${typeOf(kind)} ${owner}/${name}`
    options.onProgress?.(where)
    const found = await verifyRepoTwice(hub, id, where)
    objects += found.objects
    damages.push(...found.damages)
  }
  const blobs = await verifyBlobs(hub, options)
  return { repos: repos.length, objects, ...blobs, damages: [...damages, ...blobs.damages] }
}

/**
 * Every object, ref and pointer of a repo.
 * @param where how damages name it
 */
export async function verifyRepoTwice(
  hub: Hub,
  repoId: number,
  where: string,
  pace?: Pace,
): Promise<{ objects: number; damages: Damage[] }> {
  const first = await verifyRepo(hub, repoId, where, pace)
  if (first.damages.length === 0) return first
  // A ref may have moved between two queries: real damage is still there the second time.
  const second = (await verifyRepo(hub, repoId, where, pace)).damages
  return { ...first, damages: first.damages.filter((damage) => second.some((other) => other.what === damage.what)) }
}

async function verifyRepo(hub: Hub, repoId: number, where: string, pace?: Pace): Promise<{ objects: number; damages: Damage[] }> {
  const { read } = hub.db
  const damages: Damage[] = []
  const broken = await rehash(read, repoId, pace)
  damages.push(...broken.map(({ oid, what }) => ({ where, what: `object ${oid} ${what}` })))
  // What cannot be read cannot be followed: report what is broken first.
  if (broken.length > 0) return { objects: 0, damages }
  const scan = await scanRepo(read, repoId)
  for (const oid of scan.missing) damages.push({ where, what: `object ${oid} is referenced but not stored` })
  const refs = await readRefs(read, repoId)
  for (const { name, oid } of refs) if (!scan.objects.has(oid)) damages.push({ where, what: `${name} points to a missing object (${oid})` })
  const row = await read.selectFrom('repo').select('head').where('id', '=', repoId).executeTakeFirst()
  const main = refs.find(({ name }) => name === 'refs/heads/main')
  if (row?.head && (main === undefined || main.oid !== oidFromBytes(row.head)))
    damages.push({ where, what: `the recorded head of the repository does not match refs/heads/main` })
  damages.push(...(await verifyPointers(hub, repoId, where, scan)))
  return { objects: scan.objects.size, damages }
}

/** Every large file the refs lead to: the repo owns it, and it is stored. */
async function verifyPointers(hub: Hub, repoId: number, where: string, scan: Awaited<ReturnType<typeof scanRepo>>): Promise<Damage[]> {
  const rows = await hub.db.read
    .selectFrom('repo_lfs')
    .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
    .select('repo_lfs.sha256')
    .where('repo_id', '=', repoId)
    .execute()
  const rights = new Set(rows.map(({ sha256 }) => toHex(sha256)))
  const damages: Damage[] = []
  const reached = new Set([...scan.pointers].filter(([oid]) => scan.reached.has(oid)).map(([, sha256]) => sha256))
  for (const sha256 of reached)
    if (!rights.has(sha256)) damages.push({ where, what: `large file ${sha256} is referenced but not recorded` })
  return damages
}

async function rehash(db: Reader, repoId: number, pace?: Pace): Promise<{ oid: Oid; what: string }[]> {
  const broken: { oid: Oid; what: string }[] = []
  const yielder = new Yielder()
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const rows = await db
      .selectFrom('git_object')
      .select(['oid', 'type', 'size', 'z'])
      .where('repo_id', '=', repoId)
      .where('oid', '>', after)
      .orderBy('oid')
      .limit(objectsAtOnce)
      .execute()
    for (const row of rows) {
      const oid = oidFromBytes(row.oid)
      const what = damageOf(oid, row)
      if (what !== null) broken.push({ oid, what })
      await yielder.yieldIfDue()
    }
    await pace?.spend(rows.reduce((sum, { z }) => sum + z.length, 0))
    const last = rows.at(-1)
    if (last === undefined || rows.length < objectsAtOnce) return broken
    after = toBuffer(last.oid)
  }
}

function damageOf(oid: Oid, row: { type: number; size: number; z: Uint8Array }): string | null {
  if (!Object.values(objectTypes).some((type) => type === row.type)) return `has unknown type ${row.type}`
  try {
    const found = objectOid(typeName(row.type as ObjectTypeNumber), objectBody(row))
    return found === oid ? null : `does not match its hash (found ${found})`
  } catch (error) {
    return `cannot be unpacked (${(error as Error).message})`
  }
}

async function verifyBlobs(
  hub: Hub,
  { quick = false, onProgress }: { quick?: boolean; onProgress?: (line: string) => void },
): Promise<{ blobs: number; bytes: number; damages: Damage[] }> {
  const damages: Damage[] = []
  let blobs = 0
  let bytes = 0
  const rows = await hub.db.read.selectFrom('lfs_blob').select(['sha256', 'size']).execute()
  // The contents of chunks are hashed as a whole here; the blobs that contain chunks come below.
  for (const { sha256, size } of rows)
    damages.push(...(await verifyLargeFile(hub, { sha256: toHex(sha256), size }, quick ? 'none' : 'chunked')))
  const chunks = await verifyChunks(hub, {
    quick,
    ...(onProgress === undefined ? {} : { onProgress }),
    affected: (contents) => placesOfAll(hub, contents),
  })
  damages.push(...chunks.damages)
  for await (const { sha256, size } of hub.blobs.list()) {
    blobs++
    if (quick) continue
    bytes += size
    if (chunks.readBlobs.has(sha256)) continue
    onProgress?.(`blob ${sha256}`)
    for (const damage of await hashed(`blob ${sha256}`, sha256, () => hub.blobs.read(sha256)))
      damages.push({ ...damage, affects: await placesOfAll(hub, [sha256]), sha256 })
  }
  return { blobs, bytes, damages }
}

/**
 * One recorded large file: it is stored, and has the recorded size and hash.
 * @param hashing which bytes are read: those of all files, only those that are stored as chunks, or none
 */
export async function verifyLargeFile(
  hub: Hub,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  hashing: 'all' | 'chunked' | 'none',
  pace?: Pace,
): Promise<Damage[]> {
  const content = await openContent(hub, sha256)
  const where = `large file ${sha256}`
  const found: Damage[] = []
  if (content === null) {
    if (await isRecorded(hub, sha256)) found.push({ where, what: 'is recorded but not stored' })
  } else if (content.size !== size) found.push({ where, what: `has ${content.size} bytes instead of ${size}` })
  else if (hashing === 'all' || (hashing === 'chunked' && !content.isBlob))
    found.push(...(await hashed(where, sha256, () => content.read(), pace)))
  if (found.length === 0) return found
  const affects = await placesOfAll(hub, [sha256])
  return found.map((damage) => ({ ...damage, affects, sha256 }))
}

/** Maximum places listed per damage; a content may be in thousands of repos. */
const maxPlaces = 20

/** The files that contain one of these contents. */
export async function placesOfAll(hub: Hub, contents: readonly string[]): Promise<string[]> {
  const places: string[] = []
  for (const sha256 of contents) {
    if (places.length >= maxPlaces) return [...places.slice(0, maxPlaces), 'and more']
    for (const place of await placesOf(hub, sha256)) places.push(`${place} (sha-256 ${sha256})`)
  }
  return places
}

async function hashed(where: string, sha256: string, open: () => Promise<AsyncIterable<unknown>>, pace?: Pace): Promise<Damage[]> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await open()) {
      hash.update(chunk as Uint8Array)
      await pace?.spend((chunk as Uint8Array).byteLength)
    }
  } catch (error) {
    if (pace?.mustEnd(error) === true) throw error
    return [{ where, what: `cannot be read (${(error as Error).message})` }]
  }
  const found = hash.digest('hex')
  return found === sha256 ? [] : [{ where, what: `does not match its hash (found ${found})` }]
}

async function isRecorded(hub: Hub, sha256: string): Promise<boolean> {
  const row = await hub.db.read.selectFrom('lfs_blob').select('size').where('sha256', '=', Buffer.from(sha256, 'hex')).executeTakeFirst()
  return row !== undefined
}
