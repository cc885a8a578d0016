import {
  encodeCommit,
  encodeTree,
  fileMode,
  folderMode,
  makeObject,
  type Oid,
  type Signature,
  type StoredObject,
  type TreeItem,
} from '@portolan/git'

interface Folder {
  readonly files: TreeItem[]
  readonly folders: Map<string, Folder>
}

/** The objects of a first commit with these files. Paths are trusted: check them first. */
export function initialCommit(input: { files: readonly { path: string; content: Buffer }[]; author: Signature; message: string }): {
  commitOid: Oid
  objects: StoredObject[]
} {
  const objects: StoredObject[] = []
  const add = (object: StoredObject): Oid => {
    objects.push(object)
    return object.oid
  }
  const root: Folder = { files: [], folders: new Map() }
  for (const { path, content } of input.files) {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let folder = root
    for (const part of parts) {
      const next: Folder = folder.folders.get(part) ?? { files: [], folders: new Map() }
      folder.folders.set(part, next)
      folder = next
    }
    folder.files.push({ mode: fileMode, name, oid: add(makeObject('blob', content)) })
  }
  const write = (folder: Folder): Oid => {
    const inner = [...folder.folders].map(([name, child]): TreeItem => ({ mode: folderMode, name, oid: write(child) }))
    return add(makeObject('tree', encodeTree([...folder.files, ...inner])))
  }
  const tree = write(root)
  const commitOid = add(
    makeObject('commit', encodeCommit({ tree, parents: [], author: input.author, committer: input.author, message: input.message })),
  )
  return { commitOid, objects }
}
