import { parseCommit } from '../commit.ts'
import { makeObject, objectBody, type StoredObject } from '../object.ts'
import type { ObjectType, Oid } from '../oid.ts'
import type { AdvertisedRef, CommitNode, DeltaMemory, ObjectSource, PackedDelta } from '../upload-pack/index.ts'
import type { GitFolder } from './git-binary.ts'

/** The objects of a repository of the real git program, in memory. */
export function sourceOf(folder: GitFolder): ObjectSource {
  const objects = new Map<Oid, StoredObject>()
  const all = folder.git(['cat-file', '--batch-all-objects', '--batch'])
  for (let at = 0; at < all.length;) {
    const end = all.indexOf(0x0a, at)
    const [, type = '', size = ''] = all.toString('latin1', at, end).split(' ')
    const object = makeObject(type as ObjectType, all.subarray(end + 1, end + 1 + Number(size)))
    objects.set(object.oid, object)
    at = end + Number(size) + 2
  }
  const pick = <T>(oids: readonly Oid[], make: (object: StoredObject) => T | null): Map<Oid, T> => {
    const found = new Map<Oid, T>()
    for (const oid of oids) {
      const object = objects.get(oid)
      const value = object ? make(object) : null
      if (value !== null) found.set(oid, value)
    }
    return found
  }
  return {
    commits: async (oids) => pick(oids, (object) => (object.type === 'commit' ? toNode(object) : null)),
    facts: async (oids) => pick(oids, ({ type, size, z }) => ({ type, size, packedSize: z.length })),
    objects: async (oids) => pick(oids, (object) => object),
    bodies: async (oids) => pick(oids, objectBody),
  }
}

function toNode(object: StoredObject): CommitNode {
  const { tree, parents, committer } = parseCommit(objectBody(object))
  return { oid: object.oid, tree, parents, time: committer.date.getTime() / 1000 }
}

export function refsOf(folder: GitFolder): AdvertisedRef[] {
  return folder
    .text(['for-each-ref', '--format=%(refname) %(objectname) %(*objectname)'])
    .split('\n')
    .map((line) => {
      const [name = '', oid = '', peeled = ''] = line.split(' ')
      return { name, oid: oid as Oid, peeled: peeled === '' ? null : (peeled as Oid) }
    })
}

export function memoryOfDeltas(): DeltaMemory {
  const known = new Map<string, PackedDelta | null>()
  return { get: (oid, base) => known.get(`${oid}:${base}`), set: (oid, base, delta) => void known.set(`${oid}:${base}`, delta) }
}
