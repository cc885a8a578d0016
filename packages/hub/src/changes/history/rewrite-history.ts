import { HubError } from '@portolan/contract'
import { encodeTree, folderMode, makeObject, objectBody, type Oid, parseTagTarget, type StoredObject, type TreeItem } from '@portolan/git'
import { readObjects, readRefs, readTree } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { getCommits, historyOf } from '../../repository/revisions/index.ts'
import type { RefChange } from '../commits/index.ts'

/** Maximum commits in one rewrite; a longer history is rejected rather than loaded into memory. */
const maxCommits = 50_000
const commitsAtOnce = 1_000

export interface Rewritten {
  /** Every ref whose history contained one of the blobs. */
  readonly changes: readonly RefChange[]
  /** What the new histories need and the repo may not have yet. */
  readonly objects: readonly StoredObject[]
}

/**
 * Rewrites every ref's history without certain blobs: they are removed from trees, and commits and annotated tags are updated. Signatures of changed
 * commits are no longer valid and are dropped. Nothing is written.
 * @throws {HubError} `history.too_long`
 */
export async function withoutBlobs(hub: Hub, repo: WithContent, unwanted: ReadonlySet<Oid>): Promise<Rewritten> {
  const rewriter = new Rewriter(hub, repo, unwanted)
  const changes: RefChange[] = []
  for (const { name, oid } of await readRefs(hub.db.read, repo.id)) {
    const to = await rewriter.target(oid)
    if (to !== oid) changes.push({ ref: name, from: oid, to })
  }
  return { changes, objects: rewriter.objects }
}

class Rewriter {
  readonly objects: StoredObject[] = []
  readonly #hub: Hub
  readonly #repo: WithContent
  readonly #unwanted: ReadonlySet<Oid>
  readonly #trees = new Map<Oid, Oid>()
  readonly #commits = new Map<Oid, Oid>()
  readonly #emptyTree = makeObject('tree', encodeTree([]))

  constructor(hub: Hub, repo: WithContent, unwanted: ReadonlySet<Oid>) {
    this.#hub = hub
    this.#repo = repo
    this.#unwanted = unwanted
  }

  /** The new target of a ref: a commit, or an annotated tag. */
  async target(oid: Oid): Promise<Oid> {
    const object = (await readObjects(this.#hub.db.read, this.#repo.id, [oid])).get(oid)
    if (object?.type === 'commit') return this.#history(oid)
    if (object?.type !== 'tag') return oid
    const body = objectBody(object)
    const { object: inner } = parseTagTarget(body)
    const to = await this.target(inner)
    return to === inner ? oid : this.#keep(makeObject('tag', replaceIn(body, `object ${inner}`, `object ${to}`)))
  }

  async #history(head: Oid): Promise<Oid> {
    const oldestFirst = (await historyOf(this.#hub, this.#repo, head)).filter((oid) => !this.#commits.has(oid)).toReversed()
    if (this.#commits.size + oldestFirst.length > maxCommits) throw new HubError('history.too_long', { maxCommits })
    for (let at = 0; at < oldestFirst.length; at += commitsAtOnce) {
      const slice = oldestFirst.slice(at, at + commitsAtOnce)
      const infos = await getCommits(this.#hub, this.#repo, slice)
      const bodies = await readObjects(this.#hub.db.read, this.#repo.id, slice)
      for (const oid of slice) {
        const info = infos.get(oid)
        const object = bodies.get(oid)
        if (!info || !object) throw new HubError('storage.damaged', { message: `The commit ${oid} of the repository is not stored.`, oid })
        const tree = (await this.#tree(info.tree)) ?? this.#keep(this.#emptyTree)
        this.#commits.set(oid, this.#commit(object, info.tree, tree, info.parents))
      }
    }
    return this.#commits.get(head) ?? head
  }

  #commit(object: StoredObject, oldTree: Oid, tree: Oid, parents: readonly Oid[]): Oid {
    const moved = parents.filter((parent) => (this.#commits.get(parent) ?? parent) !== parent)
    if (tree === oldTree && moved.length === 0) return object.oid
    let body = replaceIn(objectBody(object), `tree ${oldTree}`, `tree ${tree}`)
    for (const parent of moved) body = replaceIn(body, `\nparent ${parent}\n`, `\nparent ${this.#commits.get(parent) ?? parent}\n`)
    return this.#keep(makeObject('commit', withoutSignature(body)))
  }

  /** `null` when a folder that had contents becomes empty. */
  async #tree(oid: Oid): Promise<Oid | null> {
    const known = this.#trees.get(oid)
    if (known !== undefined) return known === this.#emptyTree.oid && known !== oid ? null : known
    const items = await readTree(this.#hub, this.#repo, oid)
    const left: TreeItem[] = []
    let isChanged = false
    for (const item of items) {
      const to = await this.#item(item)
      if (to !== item.oid) isChanged = true
      if (to !== null) left.push({ ...item, oid: to })
    }
    const isEmptied = isChanged && left.length === 0
    const to = isChanged ? (isEmptied ? this.#emptyTree.oid : this.#keep(makeObject('tree', encodeTree(left)))) : oid
    this.#trees.set(oid, to)
    return isEmptied ? null : to
  }

  async #item(item: TreeItem): Promise<Oid | null> {
    if (item.mode === folderMode) return this.#tree(item.oid)
    return this.#unwanted.has(item.oid) ? null : item.oid
  }

  #keep(object: StoredObject): Oid {
    this.objects.push(object)
    return object.oid
  }
}

/** Only the first occurrence: headers come before the message. */
function replaceIn(body: Buffer, from: string, to: string): Buffer {
  const text = body.toString('latin1')
  const at = text.indexOf(from)
  return at < 0 ? body : Buffer.from(text.slice(0, at) + to + text.slice(at + from.length), 'latin1')
}

/** Drops the `gpgsig` headers with their continuation lines. */
function withoutSignature(body: Buffer): Buffer {
  const text = body.toString('latin1')
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end + 1).replaceAll(/^gpgsig(?:-sha256)? .*\n(?: .*\n)*/gm, '')
  return Buffer.from(head + text.slice(end + 1), 'latin1')
}
