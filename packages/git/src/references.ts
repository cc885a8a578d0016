import { parseCommit } from './commit.ts'
import { objectBody, type StoredObject } from './object.ts'
import type { Oid } from './oid.ts'
import { parseTagTarget } from './tag.ts'
import { parseTree } from './tree.ts'

const submoduleMode = '160000'

/** The objects an object refers to: for a commit its tree and parents, for a tree its entries (except submodule commits), for a tag its target. */
export function referencesOf(object: StoredObject): Oid[] {
  switch (object.type) {
    case 'blob':
      return []
    case 'commit': {
      const { tree, parents } = parseCommit(objectBody(object))
      return [tree, ...parents]
    }
    case 'tree':
      return parseTree(objectBody(object))
        .filter(({ mode }) => mode !== submoduleMode)
        .map(({ oid }) => oid)
    case 'tag':
      return [parseTagTarget(objectBody(object)).object]
  }
}
