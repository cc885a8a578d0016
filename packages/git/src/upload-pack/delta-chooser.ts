import { encodeDelta } from '../encode-delta.ts'
import { packDelta } from '../pack-entry.ts'
import type { DeltaMemory, ObjectSource, PackedDelta } from './object-source.ts'
import type { PackPlan } from './pack-plan.ts'

/** Finds deltas against earlier versions of the same path, and caches them for the next clone. */
export class DeltaChooser {
  readonly #plan: PackPlan
  readonly #source: ObjectSource
  readonly #memory: DeltaMemory

  constructor(plan: PackPlan, source: ObjectSource, memory: DeltaMemory) {
    this.#plan = plan
    this.#source = source
    this.#memory = memory
  }

  /** True if a delta is known, or known not to be worthwhile, so that the object need not be read for it. */
  isKnown(index: number): boolean {
    const base = this.#plan.candidate(index)
    return base < 0 || this.#memory.get(this.#plan.oid(index), this.#plan.oid(base)) !== undefined
  }

  /**
   * Decides whether to send an object as a delta, and computes the delta.
   * @param wholeBytes size of the object when sent whole; `null` if unknown
   */
  async decide(index: number, wholeBytes: number | null): Promise<PackedDelta | null> {
    const base = this.#plan.candidate(index)
    if (base < 0) return null
    const delta = await this.#delta(index, base, wholeBytes)
    if (delta) this.#plan.rest(index, base)
    return delta
  }

  /** The delta of an object for which one was chosen. */
  async again(index: number): Promise<PackedDelta | null> {
    return this.#delta(index, this.#plan.base(index), null)
  }

  async #delta(index: number, base: number, wholeBytes: number | null): Promise<PackedDelta | null> {
    const oid = this.#plan.oid(index)
    const baseOid = this.#plan.oid(base)
    const known = this.#memory.get(oid, baseOid)
    if (known !== undefined) return known
    const bodies = await this.#source.bodies([oid, baseOid])
    const target = bodies.get(oid)
    const from = bodies.get(baseOid)
    const made = target && from ? make(from, target, this.#plan.type(index) === 'tree', wholeBytes) : null
    this.#memory.set(oid, baseOid, made)
    return made
  }
}

function make(base: Buffer, target: Buffer, isTree: boolean, wholeBytes: number | null): PackedDelta | null {
  // Ids do not compress: a compressed tree keeps more than half of its bytes.
  const most = wholeBytes ?? Math.floor(target.length / 2)
  const delta = encodeDelta(base, target, { maxBytes: Math.min(target.length, most * 4), ends: isTree })
  if (!delta) return null
  const z = packDelta(delta)
  return z.length < most ? { size: delta.length, z } : null
}
