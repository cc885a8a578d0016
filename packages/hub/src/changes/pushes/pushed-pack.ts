import { limits } from '@portolan/contract'
import {
  folderMode,
  objectBody,
  type Oid,
  type PackAid,
  type PackLimits,
  PackSizeError,
  parseTree,
  readPack,
  type ReceivedPack,
  type SpooledPack,
  type StoredObject,
} from '@portolan/git'
import type { ListedFile } from '../commits/index.ts'
import { type HasReader, lastLoss, prestoreLimits, readObjects, readSizes } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { getCommit, historyOf, itemsBelow, type PathItem } from '../../repository/revisions/index.ts'
import { BlobNotes, contentsOf, type PushedContents } from './content-rules.ts'
import { type PushedTip, type WalkedPack, walkPack } from './walk-pack.ts'

/** What has to be known to examine a pack. */
export interface PushedPackOptions {
  readonly limits: PackLimits
  /** File name in an existing folder, for the objects built from deltas. */
  readonly file: string
  /** What the refs would point to. */
  readonly tips: readonly Oid[]
  /** What refs of the repo point to: what is there may stay. */
  readonly before: readonly Oid[]
  readonly isShallow: boolean
}

/** What the examination of a pack has found. */
export interface PushFindings extends PushedContents {
  readonly tips: ReadonlyMap<Oid, PushedTip>
}

/** Objects of a push that are not stored yet, in batches. */
export interface Unstored {
  readonly batches: Iterator<readonly StoredObject[]>
  /** What they reference in the repo. */
  readonly outside: readonly Oid[]
  /** See `lastLoss`. */
  readonly loss: number | null
}

/**
 * A received pack whose objects have all been checked. Small ones are examined by the thread that serves requests, others in a thread of their own, with
 * nothing but a reader.
 */
export class PushedPack implements Disposable {
  readonly findings: PushFindings
  readonly #hub: HasReader
  readonly #repo: WithContent
  readonly #pack: ReceivedPack
  readonly #notes: BlobNotes
  readonly #walked: WalkedPack

  private constructor(
    hub: HasReader,
    repo: WithContent,
    { pack, notes, walked, contents }: { pack: ReceivedPack; notes: BlobNotes; walked: WalkedPack; contents: PushedContents },
  ) {
    this.#hub = hub
    this.#repo = repo
    this.#pack = pack
    this.#notes = notes
    this.#walked = walked
    this.findings = { ...contents, tips: walked.tips }
  }

  /**
   * Reads the pack, checks what the tips reach, and the rules for its contents that need nothing but the repo.
   * @param aid is disposed of with the pack
   * @throws {PackError}; {PushRefused}
   */
  static async examine(
    hub: HasReader,
    repo: WithContent,
    spooled: SpooledPack,
    options: PushedPackOptions,
    onResolved: (done: number, total: number) => void,
    aid: PackAid | null = null,
  ): Promise<PushedPack> {
    const notes = new BlobNotes()
    const yielder = new Yielder()
    const pack = await readPack(spooled, {
      limits: options.limits,
      file: options.file,
      findBases: (oids) => findBases(hub, repo, oids, options.limits.heldBytes),
      inspect: (object, body) => notes.note(object, body),
      pace: () => yielder.yieldIfDue(),
      onResolved,
      aid,
    })
    try {
      const walked = await walkPack(hub, repo, pack, options.tips, options.isShallow)
      const contents = await contentsOf(hub, repo, walked, notes, await commitsOnly(hub, repo, options.before))
      return new PushedPack(hub, repo, { pack, notes, walked, contents })
    } catch (error) {
      pack[Symbol.dispose]()
      throw error
    }
  }

  /** The card of a pushed commit; `null` if it has none, or the repo already has it. */
  card(commit: Oid): Buffer | null {
    const tree = this.#walked.commits.get(commit)?.tree
    if (tree === undefined || this.#pack.find(tree) === null) return null
    const card = parseTree(this.#pack.body(tree)).find(({ name }) => name === 'README.md')
    if (!card || card.mode === folderMode || card.mode === '120000' || card.mode === '160000') return null
    const blob = this.#pack.find(card.oid)
    return blob === null || blob.size > limits.cardBytes ? null : this.#pack.body(card.oid)
  }

  /** True when `to` is `from` or a descendant of it. */
  async isDescendant(from: Oid, to: Oid): Promise<boolean> {
    const seen = new Set<Oid>()
    const outside = new Set<Oid>()
    const stack = [to]
    for (let oid = stack.pop(); oid !== undefined; oid = stack.pop()) {
      if (oid === from) return true
      if (seen.has(oid)) continue
      seen.add(oid)
      const fresh = this.#walked.commits.get(oid)
      if (fresh) stack.push(...fresh.parents)
      else outside.add(oid)
    }
    for (const oid of outside) if ((await historyOf(this.#hub, this.#repo, oid)).includes(from)) return true
    return false
  }

  /** Every file of a commit, pushed or stored, in path order. */
  async filesOf(commit: Oid): Promise<ListedFile[]> {
    const files: ListedFile[] = []
    const yielder = new Yielder()
    const add = ({ path, item }: PathItem): void => {
      const blob = this.#pack.find(item.oid)
      const fresh = blob === null ? null : { size: blob.size, pointer: this.#notes.pointers.get(item.oid) ?? null }
      if (item.mode !== '160000') files.push({ path, oid: item.oid, fresh })
    }
    const visit = async (tree: Oid, path: string): Promise<void> => {
      if (this.#pack.find(tree)?.type !== 'tree') {
        for (const entry of await itemsBelow(this.#hub, this.#repo, tree, path)) if (entry.item.mode !== folderMode) add(entry)
        return
      }
      for (const item of parseTree(this.#pack.body(tree))) {
        const turn = yielder.yieldIfDue()
        if (turn) await turn
        const itemPath = path === '' ? item.name : `${path}/${item.name}`
        if (item.mode === folderMode) await visit(item.oid, itemPath)
        else add({ path: itemPath, item })
      }
    }
    const root = this.#walked.commits.get(commit)?.tree ?? (await getCommit(this.#hub, this.#repo, commit)).tree
    await visit(root, '')
    return files.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Content of a pushed blob. */
  body(oid: Oid): Buffer {
    return this.#pack.body(oid)
  }

  /** What has to be stored for these tips, which are some of those that were examined. */
  async unstored(tips: readonly Oid[]): Promise<Unstored> {
    const isAll = new Set(tips).size === this.#walked.tips.size
    const walked = isAll ? this.#walked : await walkPack(this.#hub, this.#repo, this.#pack, tips, false)
    return { batches: this.#batches(walked.reached()), outside: walked.outside, loss: await lastLoss(this.#hub.db.read, this.#repo.id) }
  }

  [Symbol.dispose](): void {
    this.#pack[Symbol.dispose]()
  }

  *#batches(reached: readonly Oid[]): Generator<readonly StoredObject[]> {
    let batch: StoredObject[] = []
    let bytes = 0
    // In the order of the index of all objects: otherwise, every batch would write most of its pages again.
    for (const oid of reached.toSorted()) {
      const object = this.#pack.stored(oid)
      batch.push(object)
      bytes += object.z.length
      if (batch.length < prestoreLimits.rows && bytes < prestoreLimits.bytes) continue
      yield batch
      batch = []
      bytes = 0
    }
    if (batch.length > 0) yield batch
  }
}

/** Bases of a thin pack. */
async function findBases(hub: HasReader, repo: WithContent, oids: readonly Oid[], heldBytes: number) {
  const sizes = await readSizes(hub.db.read, repo.id, oids)
  const largest = Math.max(0, ...sizes.values())
  if (largest > heldBytes)
    throw new PackSizeError(`a delta in the pack is based on an object of ${largest} bytes; at most ${heldBytes} are allowed`)
  const bases = await readObjects(hub.db.read, repo.id, oids)
  return new Map([...bases].map(([oid, object]) => [oid, { type: object.type, body: objectBody(object) }]))
}

async function commitsOnly(hub: HasReader, repo: WithContent, oids: readonly Oid[]): Promise<Oid[]> {
  const objects = await readObjects(hub.db.read, repo.id, oids)
  return oids.filter((oid) => objects.get(oid)?.type === 'commit')
}
