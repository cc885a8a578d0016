import {
  type CommitNode,
  type DeltaMemory,
  isOid,
  objectBody,
  type ObjectFacts,
  type ObjectSource,
  objectTypes,
  type ObjectTypeNumber,
  oidFromBytes,
  oidToBytes,
  type Oid,
  toOid,
  typeName,
} from '@portolan/git'
import { sql } from 'kysely'
import { toBuffer } from '../../foundation/db/db.ts'
import { type HasReader, readObjects } from '../../foundation/git-store/index.ts'
import { cacheKey } from '../../hub-cache.ts'
import type { RepoKey } from '../../uid.ts'
import { wireBodies, wireCommits, wireDeltas } from './wire-memory.ts'

const oidsPerSelect = 1_000
/** After this many single-commit reads, a walk counts as long, and all commits of the repo are read at once. */
const patience = 16
/** Maximum commits that one walk keeps in memory, however many the repo has. */
const maxAtHand = 500_000
/** Larger commits are not prefetched. Bytes. */
const usualCommitBytes = 64 * 1024

/** A repo's objects in the database, for one response: it reads ahead when a history walk turns out to be long. */
export function dbObjectSource(hub: HasReader, { id: repoId, uid }: RepoKey): ObjectSource {
  const memory = { commits: wireCommits(hub), bodies: wireBodies(hub) }
  const key = (oid: Oid) => cacheKey(uid, oid)
  const atHand = new Map<Oid, CommitNode>()
  let asked = 0
  let isReadAhead = false

  async function readAhead(): Promise<void> {
    isReadAhead = true
    // In sixteenths: on SQLite, a query blocks everyone else.
    for (let digit = 0; digit < 16 && atHand.size < maxAtHand; digit++) {
      const rows = await hub.db.read
        .selectFrom('git_object')
        .select(['oid', 'type', 'size', 'z'])
        .where('repo_id', '=', repoId)
        .where('type', '=', sql.lit(objectTypes.commit))
        .where('size', '<=', usualCommitBytes)
        .where('oid', '>=', Buffer.alloc(1, digit << 4))
        .$if(digit < 15, (query) => query.where('oid', '<', Buffer.alloc(1, (digit + 1) << 4)))
        .limit(maxAtHand)
        .execute()
      for (const { oid, size, z } of rows) {
        const id = oidFromBytes(oid)
        const node = toNode(id, objectBody({ size, z: toBuffer(z) }))
        atHand.set(id, node)
        memory.commits.set(key(id), node)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function commits(oids: readonly Oid[]): Promise<Map<Oid, CommitNode>> {
    const found = new Map<Oid, CommitNode>()
    const take = (wanted: readonly Oid[]): Oid[] =>
      wanted.filter((oid) => {
        const known = atHand.get(oid) ?? memory.commits.get(key(oid))
        if (known) found.set(oid, known)
        return !known
      })
    let missing = take(oids)
    if (missing.length > 0 && !isReadAhead && ++asked > patience) {
      await readAhead()
      missing = take(missing)
    }
    if (missing.length === 0) return found
    // Only commits: nothing else a client names is inflated for this.
    const facts = missing.length > 16 ? await readFacts(hub, repoId, missing) : null
    const objects = await readObjects(
      hub.db.read,
      repoId,
      facts === null ? missing : missing.filter((oid) => facts.get(oid)?.type === 'commit'),
    )
    for (const [oid, object] of objects) {
      if (object.type !== 'commit') continue
      const node = toNode(oid, objectBody(object))
      memory.commits.set(key(oid), node)
      found.set(oid, node)
    }
    return found
  }

  async function bodies(oids: readonly Oid[]): Promise<Map<Oid, Buffer>> {
    const found = new Map<Oid, Buffer>()
    const missing = oids.filter((oid) => {
      const known = memory.bodies.get(key(oid))
      if (known) found.set(oid, known)
      return !known
    })
    for (const [oid, object] of missing.length === 0 ? [] : await readObjects(hub.db.read, repoId, missing)) {
      const body = objectBody(object)
      memory.bodies.set(key(oid), body)
      found.set(oid, body)
    }
    return found
  }

  return {
    commits,
    bodies,
    facts: (oids) => readFacts(hub, repoId, oids),
    objects: (oids) => readObjects(hub.db.read, repoId, oids),
  }
}

/** Deltas generated for earlier clones of the repo. */
export function deltaMemory(hub: HasReader, { uid }: RepoKey): DeltaMemory {
  const deltas = wireDeltas(hub)
  const key = (oid: Oid, base: Oid) => cacheKey(uid, oid, base)
  return {
    get: (oid, base) => deltas.get(key(oid, base))?.delta,
    set: (oid, base, delta) => void deltas.set(key(oid, base), { delta }),
  }
}

async function readFacts(hub: HasReader, repoId: number, oids: readonly Oid[]): Promise<Map<Oid, ObjectFacts>> {
  const found = new Map<Oid, ObjectFacts>()
  for (let at = 0; at < oids.length; at += oidsPerSelect) {
    const rows = await hub.db.read
      .selectFrom('git_object')
      // The length is at the start of the row: the stream itself is not read for it.
      .select(['oid', 'type', 'size', sql<number>`length(z)`.as('packed')])
      .where('repo_id', '=', repoId)
      .where('oid', 'in', oids.slice(at, at + oidsPerSelect).map(oidToBytes))
      .execute()
    for (const { oid, type, size, packed } of rows) {
      found.set(oidFromBytes(oid), { type: typeName(type as ObjectTypeNumber), size, packedSize: packed })
    }
  }
  return found
}

/** Only the fields a walk needs: a message may be long. @throws {Error} for a malformed commit */
function toNode(oid: Oid, body: Buffer): CommitNode {
  const line = (at: number, name: string): Oid | null => {
    const end = at + name.length + 40
    if (body.toString('latin1', at, at + name.length) !== name || body[end] !== 0x0a) return null
    const text = body.toString('latin1', at + name.length, end)
    return isOid(text) ? text : null
  }
  const tree = line(0, 'tree ')
  const parents: Oid[] = []
  let at = 'tree '.length + 41
  for (let parent = line(at, 'parent '); parent !== null; parent = line(at, 'parent ')) {
    parents.push(parent)
    at += 'parent '.length + 41
  }
  const committer = body.indexOf('\ncommitter ', at - 1)
  const end = body.indexOf(0x0a, committer + 1)
  const time = /> (\d{1,12}) [+-]\d{4}$/.exec(committer < 0 ? '' : body.toString('latin1', committer, end < 0 ? body.length : end))
  return { oid, tree: toOid(tree ?? ''), parents, time: Number(time?.[1] ?? 0) }
}
