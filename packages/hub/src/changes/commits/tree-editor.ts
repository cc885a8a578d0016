import { HubError } from '@portolan/contract'
import { encodeTree, fileMode, folderMode, makeObjectAside, type Oid, type StoredObject, type TreeItem, type TreeMode } from '@portolan/git'
import { readTree } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { itemsBelow, type PathItem } from '../../repository/revisions/index.ts'

interface Leaf {
  readonly mode: TreeMode
  readonly oid: Oid
}

/** A folder whose entries are loaded. Folders that no operation touches stay leaves and are never read. */
interface Folder {
  readonly items: Map<string, Leaf | Folder>
}

const isFolder = (node: Leaf | Folder): node is Folder => 'items' in node

/** Applies changes to a git tree, reading only the folders along the way. */
export class TreeEditor {
  readonly #hub: Hub
  readonly #repo: WithContent
  #root: Folder = { items: new Map() }

  constructor(hub: Hub, repo: WithContent) {
    this.#hub = hub
    this.#repo = repo
  }

  async open(tree: Oid): Promise<void> {
    this.#root = await this.#load(tree)
  }

  /** Adds a file, keeping the mode of an existing one. Whatever is in the way (a file where a folder goes, a folder where a file goes) is replaced. */
  async put(path: string, oid: Oid, mode?: TreeMode): Promise<void> {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let folder = this.#root
    for (const part of parts) folder = await this.#enter(folder, part)
    const before = folder.items.get(name)
    const keep = before && !isFolder(before) && before.mode !== folderMode && before.mode !== '160000' ? before.mode : fileMode
    folder.items.set(name, { mode: mode ?? (keep === '120000' ? fileMode : keep), oid })
  }

  /** Removes a file or folder. Returns `false` when it does not exist or is of the other kind. */
  async remove(path: string, scope: 'file' | 'folder' | 'entry'): Promise<boolean> {
    const found = await this.#find(path)
    if (!found) return false
    const node = found.folder.items.get(found.name)
    if (!node) return false
    const folder = isFolder(node) || node.mode === folderMode
    if ((scope === 'file' && folder) || (scope === 'folder' && !folder)) return false
    return found.folder.items.delete(found.name)
  }

  /** Moves a file or a whole folder. */
  async rename(from: string, to: string): Promise<void> {
    const found = await this.#find(from)
    const node = found?.folder.items.get(found.name)
    if (!found || !node) throw new HubError('commit.file_missing', { message: `A file with this name doesn't exist: ${from}`, path: from })
    if (`${to}/`.startsWith(`${from}/`)) {
      if (to === from) return
      throw new HubError('commit.invalid_operation', { message: `${from} cannot be moved into itself`, path: from })
    }
    found.folder.items.delete(found.name)
    const parts = to.split('/')
    const name = parts.pop() ?? ''
    let folder = this.#root
    for (const part of parts) folder = await this.#enter(folder, part)
    folder.items.set(name, node)
  }

  /** The blob at a path; `null` when there is no file. */
  async fileAt(path: string): Promise<Leaf | null> {
    const found = await this.#find(path)
    const node = found?.folder.items.get(found.name)
    return node && !isFolder(node) && node.mode !== folderMode ? node : null
  }

  /** Encodes what has changed. Empty folders vanish, as git has none. */
  async write(): Promise<{ tree: Oid; objects: StoredObject[] }> {
    const objects: StoredObject[] = []
    const yielder = new Yielder()
    const encode = async (folder: Folder): Promise<Oid | null> => {
      const items: TreeItem[] = []
      for (const [name, node] of folder.items) {
        if (!isFolder(node)) items.push({ name, ...node })
        else {
          const oid = await encode(node)
          if (oid) items.push({ name, mode: folderMode, oid })
        }
      }
      if (items.length === 0 && folder !== this.#root) return null
      const object = await makeObjectAside('tree', encodeTree(items))
      await yielder.yieldIfDue()
      objects.push(object)
      return object.oid
    }
    const tree = await encode(this.#root)
    if (tree === null) throw new Error('The root of a tree always has an object')
    return { tree, objects }
  }

  /** Every file of the edited tree. */
  async files(): Promise<PathItem[]> {
    const found: PathItem[] = []
    const visit = async (folder: Folder, prefix: string): Promise<void> => {
      for (const [name, node] of folder.items) {
        const path = `${prefix}${name}`
        if (isFolder(node)) await visit(node, `${path}/`)
        else if (node.mode === folderMode) {
          found.push(...(await itemsBelow(this.#hub, this.#repo, node.oid, path)).filter(({ item }) => item.mode !== folderMode))
        } else found.push({ path, item: { name, ...node } })
      }
    }
    await visit(this.#root, '')
    return found
  }

  async #load(tree: Oid): Promise<Folder> {
    const items = await readTree(this.#hub, this.#repo, tree)
    return { items: new Map(items.map(({ name, mode, oid }) => [name, { mode, oid }])) }
  }

  async #enter(folder: Folder, name: string): Promise<Folder> {
    const node = folder.items.get(name)
    if (node && isFolder(node)) return node
    const opened: Folder = node?.mode === folderMode ? await this.#load(node.oid) : { items: new Map() }
    folder.items.set(name, opened)
    return opened
  }

  async #find(path: string): Promise<{ folder: Folder; name: string } | null> {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    let folder = this.#root
    for (const part of parts) {
      const node = folder.items.get(part)
      if (!node || (!isFolder(node) && node.mode !== folderMode)) return null
      folder = await this.#enter(folder, part)
    }
    return { folder, name }
  }
}
