import { folderMode, type Oid, type StoredObject, type TreeItem, type TreeMode } from '@portolan/git'
import { isHubError } from '@portolan/contract'
import { type Content, diffJob, packed } from '../diff/index.ts'
import { readObjects, readTree } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'

/** Maximum size of texts merged by lines; larger ones are merged only as whole files. Bytes. */
const maxTextBytes = 2 * 1024 * 1024
/** Maximum files changed by both sides in one merge; the rest are conflicts. */
const maxMergedTexts = 500

/** What `theirs` brings to `ours`, as changes to `ours`: a file or a whole folder at a path; `null` removes it. */
export interface MergeChange {
  readonly path: string
  readonly item: { readonly mode: TreeMode; readonly oid: Oid } | null
}

export interface TreeMerge {
  readonly changes: readonly MergeChange[]
  /** Merged texts that neither side had. */
  readonly objects: readonly StoredObject[]
  /** Paths where both sides changed the same thing in different ways, sorted; if there are any, ignore the rest. */
  readonly conflicts: readonly string[]
}

type Leaf = Pick<TreeItem, 'mode' | 'oid'>

/**
 * Merges two trees with a common base, by files and, where both sides changed a text, by lines. A moved file counts as removed and added; large
 * files, binary files, links and submodules are merged as a whole. Folders that only one side changed are not read.
 * @param base `null` when the two have nothing in common
 */
export async function mergeTrees(hub: Hub, repo: WithContent, base: Oid | null, ours: Oid, theirs: Oid): Promise<TreeMerge> {
  const merge = new Merge(hub, repo)
  const root = (oid: Oid | null) => (oid === null ? undefined : { mode: folderMode, oid })
  await merge.folder('', root(base), root(ours), root(theirs))
  return { changes: merge.changes, objects: merge.objects, conflicts: [...new Set(merge.conflicts)].sort() }
}

class Merge {
  readonly #hub: Hub
  readonly #repo: WithContent
  readonly changes: MergeChange[] = []
  readonly objects: StoredObject[] = []
  readonly conflicts: string[] = []
  #texts = 0

  constructor(hub: Hub, repo: WithContent) {
    this.#hub = hub
    this.#repo = repo
  }

  async #node(path: string, base: Leaf | undefined, ours: Leaf | undefined, theirs: Leaf | undefined): Promise<void> {
    if (same(ours, theirs) || same(base, theirs)) return
    if (same(base, ours)) {
      this.changes.push({ path, item: theirs ? { mode: theirs.mode, oid: theirs.oid } : null })
      return
    }
    const folders = [base, ours, theirs].map((item) => item?.mode === folderMode)
    const [baseIsFolder, oursIsFolder, theirsIsFolder] = folders
    // A folder against a folder, or against nothing: its files decide. A file where the other side has a folder is a conflict.
    const isFolderOrGone = (item: Leaf | undefined, isFolder: boolean | undefined) => item === undefined || isFolder === true
    if ((oursIsFolder || theirsIsFolder) && isFolderOrGone(ours, oursIsFolder) && isFolderOrGone(theirs, theirsIsFolder)) {
      // Where the base had a file, both sides turned it into a folder, or one did and the other deleted it.
      if (base && !baseIsFolder && (!ours || !theirs)) this.conflicts.push(path)
      else await this.folder(path, baseIsFolder ? base : undefined, ours, theirs)
      return
    }
    const content = await this.#content(path, base, ours, theirs)
    const mode = mergedMode(base, ours, theirs)
    if (content === null || mode === null) this.conflicts.push(path)
    else this.changes.push({ path, item: { mode, oid: content } })
  }

  async folder(path: string, base: Leaf | undefined, ours: Leaf | undefined, theirs: Leaf | undefined): Promise<void> {
    const [o, a, b] = await Promise.all([base, ours, theirs].map((folder) => this.#items(folder)))
    for (const name of new Set([...(o?.keys() ?? []), ...(a?.keys() ?? []), ...(b?.keys() ?? [])])) {
      await this.#node(path === '' ? name : `${path}/${name}`, o?.get(name), a?.get(name), b?.get(name))
    }
  }

  async #items(folder: Leaf | undefined): Promise<Map<string, TreeItem>> {
    if (!folder) return new Map()
    return new Map((await readTree(this.#hub, this.#repo, folder.oid)).map((item) => [item.name, item]))
  }

  /** The blob that results from both sides' changes; `null` when they conflict. */
  async #content(path: string, base: Leaf | undefined, ours: Leaf | undefined, theirs: Leaf | undefined): Promise<Oid | null> {
    if (!ours || !theirs) return null
    if (ours.oid === theirs.oid) return ours.oid
    if (base?.oid === theirs.oid) return ours.oid
    if (base?.oid === ours.oid) return theirs.oid
    const isUnion = /(^|\/)\.gitattributes$/.test(path)
    if (![ours, theirs, ...(base ? [base] : [])].every(({ mode }) => mode === '100644' || mode === '100755')) return null
    if (!base && !isUnion) return null
    if (++this.#texts > maxMergedTexts) return null
    const oids = [ours.oid, theirs.oid, ...(base ? [base.oid] : [])]
    const found = await readObjects(this.#hub.db.read, this.#repo.id, oids)
    const contents: Content[] = []
    for (const oid of [base?.oid, ours.oid, theirs.oid]) {
      const object = oid === undefined ? undefined : found.get(oid)
      if (oid !== undefined && (object?.type !== 'blob' || object.size > maxTextBytes)) return null
      contents.push(oid === undefined ? null : packed(object, oid))
    }
    const [o = null, a = null, b = null] = contents
    const job = { base: o, ours: a, theirs: b, mode: isUnion ? ('union' as const) : ('strict' as const) }
    const merged = await diffJob(this.#repo, 'merge', job, { isPatient: this.#texts > 1 }).catch((error: unknown) => {
      // Beyond all bounds, as what is larger: merged as a whole.
      if (isHubError(error, 'compare.too_large')) return null
      throw error
    })
    if (merged === null) return null
    const object = { ...merged, z: Buffer.from(merged.z) }
    this.objects.push(object)
    return object.oid
  }
}

function same(a: Leaf | undefined, b: Leaf | undefined): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode
}

/** The side that changed the mode wins; `null` when both changed it in different ways. */
function mergedMode(base: Leaf | undefined, ours: Leaf | undefined, theirs: Leaf | undefined): TreeMode | null {
  if (!ours || !theirs) return null
  if (ours.mode === theirs.mode || base?.mode === theirs.mode) return ours.mode
  return base?.mode === ours.mode ? theirs.mode : null
}
