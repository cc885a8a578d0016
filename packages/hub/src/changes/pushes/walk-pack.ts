import { filePathProblem } from '@portolan/contract'
import {
  changedItems,
  type ChangedItem,
  checkCommit,
  type CheckedItem,
  checkGitattributes,
  checkGitmodules,
  checkTag,
  checkTree,
  folderMode,
  isSpecialFile,
  type ObjectProblem,
  type ObjectType,
  type Oid,
  type ReceivedPack,
} from '@portolan/git'
import { faultText, type HasReader, readTypes } from '../../foundation/git-store/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefused, someOf } from './push-refused.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import { checkShape, outlineOf, shapeOf, storedShapes, type TreeOutline, type TreeShape } from './tree-shape.ts'

/** Folders and entries cached between two lookups. */
const maxOutlined = 500_000
/** Names cached with their normalized form. */
const maxFolded = 20_000

/** Git reads these itself, before it can fetch anything: they are never large files. */
const gitOwnFiles = new Set(['.gitattributes', '.gitignore', '.gitmodules'])

/** Files git reads as configuration, and any name that might be another spelling of one. */
function isGitsOwn(name: string): boolean {
  return isSpecialFile(name, '.gitmodules') || isSpecialFile(name, '.gitattributes')
}

/** Two names in one folder that are the same name on Windows and macOS. */
export interface NameCollision {
  readonly folder: Oid
  readonly names: readonly [string, string]
}

export interface PushedTip {
  readonly type: ObjectType
  readonly commit: Oid | null
}

/** The contents of a push, as reachable from the refs it moves. Unreferenced objects are ignored. */
export interface WalkedPack {
  /** Objects of the repo that the new ones reference. */
  readonly outside: readonly Oid[]
  /** Parents of each new commit. */
  readonly commits: ReadonlyMap<Oid, { readonly tree: Oid; readonly parents: readonly Oid[] }>
  /** New blobs; `isFile` for those used somewhere as a file that git does not read itself. */
  readonly blobs: ReadonlyMap<Oid, { readonly size: number; readonly isFile: boolean }>
  readonly collisions: readonly NameCollision[]
  /** Every new object that is reachable. */
  reached(): Oid[]
  /** Type of each tip, and the commit behind it: tags are followed. `null` when it points to something else. */
  readonly tips: ReadonlyMap<Oid, PushedTip>
  /** The path where an object was first found, for messages. */
  pathOf(oid: Oid): string
}

/**
 * Walks from the tips through everything new, checks each object as `git fsck --strict` would, and verifies that nothing is missing:
 * every referenced object is in the pack or already in the repo.
 * @throws {PushRefused}
 */
export async function walkPack(
  hub: HasReader,
  repo: WithContent,
  pack: ReceivedPack,
  tips: readonly Oid[],
  isShallow: boolean,
): Promise<WalkedPack> {
  const walk = new Walk(hub, repo, pack)
  for (const tip of tips) await walk.visitTip(tip)
  await walk.requireBoundary(isShallow)
  await walk.checkShapes()
  return walk
}

/** Where an object was first found. */
interface Home {
  readonly parent: Oid
  readonly name: string
}

class Walk implements WalkedPack {
  readonly commits = new Map<Oid, { tree: Oid; parents: readonly Oid[] }>()
  readonly blobs = new Map<Oid, { size: number; isFile: boolean; home: Home }>()
  readonly collisions: NameCollision[] = []
  readonly tips = new Map<Oid, PushedTip>()
  readonly #hub: HasReader
  readonly #repo: WithContent
  readonly #pack: ReceivedPack
  /** Objects that the repo must have, with their types. */
  readonly #boundary = new Map<Oid, ObjectType>()
  readonly #tags = new Set<Oid>()
  /** Of everything but the new blobs. */
  readonly #homes = new Map<Oid, Home>()
  /** Folders of each new tree, until the shapes have been added up. */
  readonly #trees = new Set<Oid>()
  readonly #roots = new Set<Oid>()
  /** Tips that are not in the pack. */
  readonly #tipsOutside = new Set<Oid>()
  readonly #yielder = new Yielder()
  /** The data about new trees needed for adding up, unless there is too much to keep; in that case they are read again. */
  readonly #outlines = new Map<Oid, TreeOutline>()
  #outlined = 0
  readonly #folded = new Map<string, string>()

  constructor(hub: HasReader, repo: WithContent, pack: ReceivedPack) {
    this.#hub = hub
    this.#repo = repo
    this.#pack = pack
  }

  reached(): Oid[] {
    return [...this.#tags, ...this.commits.keys(), ...this.#trees, ...this.blobs.keys()]
  }

  get outside(): readonly Oid[] {
    return [...this.#boundary.keys()]
  }

  async visitTip(tip: Oid): Promise<void> {
    let current = tip
    for (let depth = 0; this.#pack.typeOf(current) === 'tag'; depth++) {
      // Readers follow chains of tags only so far.
      if (depth >= 5) throw new PushRefused('tag nested too deep', [`The tag ${tip} points to a tag of a tag of a tag.`])
      const tag = this.#check(current, 'tag', checkTag)
      this.#tags.add(current)
      const target = this.#pack.find(tag.object)
      if (target === null) this.#expect(tag.object, tag.type)
      else if (target.type !== tag.type) throw new PushRefused('broken links', [`${tag.object} is a ${target.type}, not a ${tag.type}.`])
      current = tag.object
    }
    const type = this.#pack.find(tip)?.type
    const last = this.#pack.find(current)?.type ?? this.#boundary.get(current)
    if (type === undefined || last === undefined) {
      // Already in the repo.
      this.#tipsOutside.add(tip)
      return
    }
    // A tag in the repo always leads to a commit: that was checked when it was accepted.
    this.tips.set(tip, { type, commit: last === 'commit' || (last === 'tag' && current !== tip) ? current : null })
    if (last === 'commit' && this.#pack.find(current) !== null) await this.#visitCommits(current)
  }

  /** Everything expected in the repo is there and has the expected type. */
  async requireBoundary(isShallow: boolean): Promise<void> {
    const types = await readTypes(this.#hub.db.read, this.#repo.id, [...this.#boundary.keys(), ...this.#tipsOutside])
    const missing = [...this.#boundary].filter(([oid]) => !types.has(oid))
    const lost = [...this.#tipsOutside].filter((oid) => !types.has(oid))
    if (missing.length + lost.length > 0) {
      const shallow = isShallow && missing.some(([, type]) => type === 'commit')
      throw new PushRefused(shallow ? 'shallow update not allowed' : 'missing necessary objects', [
        shallow
          ? 'Your clone is shallow, and the hub does not have the rest of its history. Get it first: git fetch --unshallow'
          : 'The push is incomplete. Missing:',
        ...someOf([...missing.map(([oid, type]) => `${type} ${oid}${this.#where(oid)}`), ...lost]),
      ])
    }
    for (const [oid, type] of this.#boundary) {
      if (types.get(oid) !== type)
        throw new PushRefused('broken links', [`${oid}${this.#where(oid)} is a ${types.get(oid)}, not a ${type}.`])
    }
    for (const tip of this.#tipsOutside) {
      const type = types.get(tip) ?? 'blob'
      this.tips.set(tip, { type, commit: type === 'commit' || type === 'tag' ? tip : null })
    }
  }

  /** No revision may exceed what the hub can list. */
  async checkShapes(): Promise<void> {
    const shapes = new Map<Oid, TreeShape>()
    const stored = await storedShapes(
      this.#hub,
      this.#repo,
      [...this.#boundary].flatMap(([oid, type]) => (type === 'tree' ? [oid] : [])),
    )
    const add = async (oid: Oid, depth: number): Promise<TreeShape> => {
      const known = shapes.get(oid) ?? stored.get(oid)
      if (known) return known
      await this.#yielder.yieldIfDue()
      if (depth > pushLimits.depth)
        throw new PushRefused('folders too deep', [
          `Folders are nested deeper than ${pushLimits.depth}, at ${this.pathOf(oid).slice(0, 200)} …`,
        ])
      const outline = this.#outlines.get(oid) ?? outlineOf(this.#tree(oid).items)
      const inner: TreeShape[] = []
      for (const folder of outline.folders) inner.push(await add(folder.oid, depth + 1))
      const shape = shapeOf(outline, inner)
      shapes.set(oid, shape)
      return shape
    }
    for (const root of this.#roots) checkShape(await add(root, 1))
  }

  pathOf(oid: Oid): string {
    const names: string[] = []
    const first = this.blobs.get(oid)?.home ?? this.#homes.get(oid)
    for (let home = first; home && names.length <= pushLimits.depth; home = this.#homes.get(home.parent)) names.unshift(home.name)
    return names.join('/')
  }

  async #visitCommits(tip: Oid): Promise<void> {
    // Each commit's tree is visited along with the previous commit's: most of a folder is the same in both.
    const stack: { oid: Oid; near: Oid | null }[] = [{ oid: tip, near: null }]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { oid, near } = next
      if (this.commits.has(oid)) continue
      const turn = this.#yielder.yieldIfDue()
      if (turn) await turn
      if (this.#pack.typeOf(oid) === null) {
        this.#boundary.set(oid, 'commit')
        continue
      }
      const { tree, parents } = this.#check(oid, 'commit', checkCommit)
      this.commits.set(oid, { tree, parents })
      this.#roots.add(tree)
      await this.#visitTrees(tree, near)
      // The first parent last, so it is next.
      for (const parent of parents.toReversed()) stack.push({ oid: parent, near: tree })
    }
  }

  /** @param nearRoot a tree already visited that may be largely the same */
  async #visitTrees(root: Oid, nearRoot: Oid | null): Promise<void> {
    const stack: { oid: Oid; near: Oid | null }[] = [{ oid: root, near: nearRoot }]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { oid, near } = next
      if (this.#trees.has(oid)) continue
      if (this.#pack.typeOf(oid) === null) {
        this.#expect(oid, 'tree')
        continue
      }
      this.#trees.add(oid)
      const turn = this.#yielder.yieldIfDue()
      if (turn) await turn
      const changed = near === null ? null : this.#changedFrom(oid, near)
      if (changed) {
        this.#noteChangedOutline(oid, near as Oid, changed)
        for (const item of changed) {
          if (this.#visitItem(oid, item)) stack.push({ oid: item.oid, near: item.before })
        }
        continue
      }
      const { items, gitmodules, gitattributes } = this.#tree(oid)
      this.#checkNames(oid, items)
      this.#noteOutline(oid, outlineOf(items))
      for (const item of items) if (this.#visitItem(oid, item)) stack.push({ oid: item.oid, near: null })
      for (const blob of gitmodules) this.#checkFile(blob, checkGitmodules)
      for (const blob of gitattributes) this.#checkFile(blob, checkGitattributes)
    }
  }

  /** What a tree has that another fully checked tree of this push does not; `null` when that is not conclusive. */
  #changedFrom(oid: Oid, near: Oid): ChangedItem[] | null {
    if (!this.#trees.has(near) || this.#pack.typeOf(oid) !== 'tree') return null
    const changed = changedItems(this.#pack.body(oid), this.#pack.body(near))
    // Files that git reads itself are checked here as well.
    return changed?.some(({ name }) => isGitsOwn(name)) === false ? changed : null
  }

  /** @returns whether it is a folder that has yet to be visited */
  #visitItem(folder: Oid, item: CheckedItem): boolean {
    if (item.mode === '160000') return false
    if (item.mode === folderMode) {
      this.#noteHome(folder, item)
      return true
    }
    this.#visitBlob(folder, item)
    return false
  }

  #noteChangedOutline(oid: Oid, near: Oid, changed: readonly ChangedItem[]): void {
    const known = this.#outlines.get(near)
    if (!known) return
    const moved = new Map(changed.filter(({ mode }) => mode === folderMode).map((item) => [item.name, item.oid]))
    this.#noteOutline(
      oid,
      moved.size === 0
        ? known
        : { ...known, folders: known.folders.map((folder) => ({ ...folder, oid: moved.get(folder.name) ?? folder.oid })) },
    )
  }

  #noteOutline(oid: Oid, outline: TreeOutline): void {
    this.#outlined += outline.folders.length + 1
    if (this.#outlined <= maxOutlined) this.#outlines.set(oid, outline)
  }

  #visitBlob(folder: Oid, item: CheckedItem): void {
    const { oid, mode, name } = item
    const isFile = mode !== '120000' && !gitOwnFiles.has(name)
    const known = this.blobs.get(oid)
    if (known) {
      known.isFile ||= isFile
      return
    }
    const object = this.#pack.find(oid)
    if (object?.type === 'blob') {
      this.blobs.set(oid, { size: object.size, isFile, home: { parent: folder, name } })
      return
    }
    this.#noteHome(folder, item)
    if (object !== null) throw new PushRefused('broken links', [`${this.pathOf(oid)} is a ${object.type}, not a file.`])
    this.#expect(oid, 'blob')
  }

  #noteHome(folder: Oid, { oid, name }: CheckedItem): void {
    if (!this.#homes.has(oid) && oid !== folder) this.#homes.set(oid, { parent: folder, name })
  }

  #checkNames(folder: Oid, items: readonly CheckedItem[]): void {
    const folded = new Map<string, string>()
    for (const { name } of items) {
      const key = this.#folded.get(name) ?? this.#fold(folder, name)
      const other = folded.get(key)
      if (other !== undefined) this.collisions.push({ folder, names: [other, name] })
      folded.set(key, name)
    }
  }

  /** The key by which a name is compared, ignoring case and composition. Few names occur in many folders. */
  #fold(folder: Oid, name: string): string {
    const wrong = filePathProblem(name)
    if (wrong !== null) throw new PushRefused('path not allowed', [`${wrong}: ${JSON.stringify(this.#below(folder, name))}`])
    const key = name.normalize('NFC').toLowerCase()
    if (this.#folded.size < maxFolded) this.#folded.set(name, key)
    return key
  }

  #checkFile(oid: Oid, check: (body: Buffer) => ObjectProblem | null): void {
    const object = this.#pack.find(oid)
    // Objects too large to read are rejected for their size.
    if (object?.type !== 'blob' || object.size > pushLimits.heldBytes) return
    const wrong = check(this.#pack.body(oid))
    if (wrong) throw faulty(oid, wrong, this.pathOf(oid))
  }

  #tree(oid: Oid): { items: readonly CheckedItem[]; gitmodules: readonly Oid[]; gitattributes: readonly Oid[] } {
    return this.#check(oid, 'tree', checkTree)
  }

  /** The contents of a new object, if it is of this type and valid. */
  #check<T extends object>(oid: Oid, type: ObjectType, check: (body: Buffer) => T | ObjectProblem): T {
    const found = this.#pack.typeOf(oid)
    if (found !== type) throw new PushRefused('broken links', [`${oid}${this.#where(oid)} is a ${found}, not a ${type}.`])
    const result = check(this.#pack.body(oid))
    if ('id' in result && 'message' in result) throw faulty(oid, result, this.pathOf(oid))
    return result
  }

  #expect(oid: Oid, type: ObjectType): void {
    const known = this.#boundary.get(oid)
    if (known !== undefined && known !== type)
      throw new PushRefused('broken links', [`${oid}${this.#where(oid)} cannot be both a ${known} and a ${type}.`])
    this.#boundary.set(oid, type)
  }

  #below(folder: Oid, name: string): string {
    const path = this.pathOf(folder)
    return path === '' ? name : `${path}/${name}`
  }

  #where(oid: Oid): string {
    const path = this.pathOf(oid)
    return path === '' ? '' : ` (${path})`
  }
}

function faulty(oid: Oid, problem: ObjectProblem, path: string): PushRefused {
  return new PushRefused(`object fails fsck: ${problem.id}`, [faultText(problem, oid, path)])
}
