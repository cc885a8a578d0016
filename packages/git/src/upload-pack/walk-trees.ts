import { oidFromBytes, oidToBytes, type Oid } from '../oid.ts'
import { OidTable } from '../oid-table.ts'
import type { DeltaChooser } from './delta-chooser.ts'
import type { ObjectFilter } from './object-filter.ts'
import { type CommitNode, type ObjectSource, requireCommits } from './object-source.ts'
import type { Pace } from './pace.ts'
import type { PackPlan } from './pack-plan.ts'
import { type NewItem, newItems } from './scan-tree.ts'

/** A tree of the same path in an earlier commit. */
interface EarlierTree {
  readonly oid: Oid
  /** The client has it, along with everything in it. */
  readonly isHad: boolean
}

interface TreeTask {
  readonly oid: Oid
  readonly earlier: readonly EarlierTree[]
  readonly depth: number
  /** Its number in the plan. */
  readonly index: number
}

/** Commits whose root trees are read together. */
const commitsPerTurn = 64
/** Total size of trees processed together; the number of trees adapts to the sizes seen so far. */
const turnBytes = 8 * 1024 * 1024
const maxTreesPerTurn = 256
/** How much of what the client has is searched for moved files: commits, and items of their trees. */
const maxHadCommits = 16
const maxHadItems = 200_000

/** Finds the trees and blobs that commits need and the client lacks, and adds them to a plan. */
export class TreeWalk {
  readonly #source: ObjectSource
  readonly #plan: PackPlan
  readonly #deltas: DeltaChooser
  readonly #filter: ObjectFilter
  readonly #pace: Pace
  /** The client can resolve bases that are not in the pack. */
  readonly #thin: boolean
  readonly #sendsTrees: boolean
  readonly #hadRoots: readonly Oid[]
  #had: OidTable | undefined
  #largestTree = 32 * 1024
  readonly #depths = new Map<number, number>()

  /** @param options.edges commits that the client has, adjacent to those that it gets */
  constructor(options: {
    source: ObjectSource
    plan: PackPlan
    deltas: DeltaChooser
    filter: ObjectFilter
    pace: Pace
    thin: boolean
    edges: readonly CommitNode[]
  }) {
    this.#source = options.source
    this.#plan = options.plan
    this.#deltas = options.deltas
    this.#filter = options.filter
    this.#pace = options.pace
    this.#thin = options.thin && isWhole(options.filter)
    this.#sendsTrees = options.filter.types.has('tree')
    this.#hadRoots = [...new Set(options.edges.slice(0, maxHadCommits).map(({ tree }) => tree))]
  }

  /** @param commits parents before children; those without parents are compared with what the client has */
  async addCommits(commits: readonly CommitNode[]): Promise<void> {
    const sent = new Map(commits.map(({ oid, tree }) => [oid, tree]))
    if (this.#filter.treeDepth <= 0) return
    for (let at = 0; at < commits.length; at += commitsPerTurn) {
      const turn = commits.slice(at, at + commitsPerTurn)
      const had = [...new Set(turn.flatMap(({ parents }) => parents.filter((oid) => !sent.has(oid))))]
      const hadTrees = new Map((await requireCommits(this.#source, had)).map(({ oid, tree }) => [oid, tree]))
      const tasks: TreeTask[] = []
      for (const { tree, parents } of turn) {
        const earlier: EarlierTree[] = parents.map((oid) => {
          const own = sent.get(oid)
          return own === undefined ? { oid: hadTrees.get(oid) as Oid, isHad: true } : { oid: own, isHad: false }
        })
        if (earlier.length === 0) earlier.push(...this.#hadRoots.map((oid) => ({ oid, isHad: true })))
        if (earlier.some(({ oid }) => oid === tree)) continue
        this.#enter(tasks, oidToBytes(tree), 0, earlier, 0)
      }
      await this.#walk(tasks)
    }
  }

  /** A tree requested by its id, with everything in it. */
  async addTree(oid: Oid): Promise<void> {
    const tasks: TreeTask[] = []
    this.#plan.add('tree', oidToBytes(oid))
    tasks.push({ oid, earlier: [], depth: 0, index: this.#plan.indexOf(oidToBytes(oid)) })
    await this.#walk(tasks)
  }

  /** Level by level: the trees of one depth are read together. */
  async #walk(start: TreeTask[]): Promise<void> {
    for (let level = start; level.length > 0;) {
      const below: TreeTask[] = []
      for (let at = 0; at < level.length;) {
        const count = Math.min(maxTreesPerTurn, Math.max(1, Math.floor(turnBytes / this.#largestTree)))
        await this.#turn(level.slice(at, at + count), below)
        at += count
        await this.#pace()
      }
      level = below
    }
  }

  async #turn(tasks: readonly TreeTask[], below: TreeTask[]): Promise<void> {
    const bodies = await this.#bodies(tasks.flatMap(({ oid, earlier }) => [oid, ...earlier.map((tree) => tree.oid)]))
    const blobs: { task: TreeTask; body: Buffer; item: NewItem; earlier: readonly Buffer[] }[] = []
    for (const task of tasks) {
      const body = bodies.get(task.oid) as Buffer
      this.#largestTree = Math.max(this.#largestTree, body.length)
      const earlier = task.earlier.map(({ oid }) => bodies.get(oid) as Buffer)
      const items = newItems(body, earlier)
      if (this.#had === undefined && this.#hadRoots.length > 0 && items.some(({ before }) => before.length === 0)) {
        this.#had = await this.#everythingHad()
      }
      for (const item of items) {
        if (this.#had !== undefined && this.#had.indexOf(body, item.oidAt) >= 0) continue
        if (task.depth + 1 >= this.#filter.treeDepth) continue
        if (!item.isTree) blobs.push({ task, body, item, earlier })
        else {
          const trees = item.before.map(({ tree, oidAt }): EarlierTree => {
            const oid = oidFromBytes((earlier[tree] as Buffer).subarray(oidAt, oidAt + 20))
            return { oid, isHad: task.earlier[tree]?.isHad === true }
          })
          this.#enter(below, body, item.oidAt, trees, task.depth + 1)
        }
      }
      await this.#pace()
    }
    await this.#addBlobs(blobs)
    // Now, while both sides are in memory. The deltas are needed only when the pack is written.
    for (const { index } of tasks) {
      if (this.#plan.previous(index) >= 0 && this.#plan.base(index) < 0) await this.#deltas.decide(index, null)
      await this.#pace()
    }
  }

  async #addBlobs(blobs: readonly { task: TreeTask; body: Buffer; item: NewItem; earlier: readonly Buffer[] }[]): Promise<void> {
    const limit = this.#filter.blobLimit
    if (limit === 0 || blobs.length === 0 || !this.#filter.types.has('blob')) return
    const facts =
      limit === Infinity
        ? null
        : await this.#source.facts(blobs.map(({ body, item }) => oidFromBytes(body.subarray(item.oidAt, item.oidAt + 20))))
    for (const { task, body, item, earlier } of blobs) {
      if (facts !== null) {
        const size = facts.get(oidFromBytes(body.subarray(item.oidAt, item.oidAt + 20)))?.size
        if (size !== undefined && size >= limit) continue
      }
      const index = this.#plan.add('blob', body, item.oidAt)
      const before = item.before[0]
      if (index < 0 || before === undefined) continue
      const isHad = task.earlier[before.tree]?.isHad === true
      this.#plan.follow(index, this.#baseFor('blob', earlier[before.tree] as Buffer, before.oidAt, isHad))
    }
  }

  /** Adds a tree to the plan and to the list, unless it has been walked already. */
  #enter(tasks: TreeTask[], source: Buffer, at: number, earlier: readonly EarlierTree[], depth: number): void {
    const isNew = this.#plan.indexOf(source, at) < 0
    // If trees are not sent, they are walked anyway, as if the client had them.
    if (this.#sendsTrees) this.#plan.add('tree', source, at)
    else this.#plan.external('tree', source, at)
    const index = this.#plan.indexOf(source, at)
    const isBounded = this.#filter.treeDepth !== Infinity
    // With a depth limit, the same tree closer to a root has more wanted items below it.
    if (!isNew && !(isBounded && depth < (this.#depths.get(index) ?? 0))) return
    if (isBounded) this.#depths.set(index, depth)
    const before = earlier[0]
    if (isNew && this.#sendsTrees && before) this.#plan.follow(index, this.#baseFor('tree', oidToBytes(before.oid), 0, before.isHad))
    tasks.push({ oid: oidFromBytes(source.subarray(at, at + 20)), earlier: isNew ? earlier : [], depth, index })
  }

  #baseFor(type: 'tree' | 'blob', source: Buffer, at: number, isHad: boolean): number {
    const known = this.#plan.indexOf(source, at)
    if (known >= 0 || !isHad || !this.#thin) return known
    return this.#plan.external(type, source, at)
  }

  /** All trees and blobs of some commits that the client has, so that a moved file is not sent again. */
  async #everythingHad(): Promise<OidTable> {
    const had = new OidTable(1_024)
    let level = this.#hadRoots.filter((oid) => had.addOid(oid) >= 0)
    while (level.length > 0 && had.size < maxHadItems) {
      const below: Oid[] = []
      const count = Math.min(maxTreesPerTurn, Math.max(1, Math.floor(turnBytes / this.#largestTree)))
      for (let at = 0; at < level.length && had.size < maxHadItems; at += count) {
        for (const body of (await this.#source.bodies(level.slice(at, at + count))).values()) {
          this.#largestTree = Math.max(this.#largestTree, body.length)
          for (const { isTree, oidAt } of newItems(body, [])) {
            if (had.add(body, oidAt) >= 0 && isTree) below.push(oidFromBytes(body.subarray(oidAt, oidAt + 20)))
          }
        }
        await this.#pace()
      }
      level = below
    }
    return had
  }

  async #bodies(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Buffer>> {
    const bodies = await this.#source.bodies([...new Set(oids)])
    for (const oid of oids) if (!bodies.has(oid)) throw new Error(`The repository is missing the tree ${oid}`)
    return bodies
  }
}

function isWhole({ blobLimit, treeDepth, types }: ObjectFilter): boolean {
  return blobLimit === Infinity && treeDepth === Infinity && types.size === 4
}
