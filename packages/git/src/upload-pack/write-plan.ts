import { createHash } from 'node:crypto'
import type { Oid } from '../oid.ts'
import { objectHeader, offsetDeltaHeader, refDeltaHeader } from '../pack-entry.ts'
import type { DeltaChooser } from './delta-chooser.ts'
import type { ObjectFacts, ObjectSource, PackedDelta } from './object-source.ts'
import type { Pace } from './pace.ts'
import type { PackPlan } from './pack-plan.ts'

/** Objects whose sizes are requested at once. */
const pageObjects = 500
/** Bytes of stored streams, and of bodies to compute deltas from, in memory at a time. A single object may be larger. */
const batchBytes = 1024 * 1024
const batchBodyBytes = 4 * 1024 * 1024
/** Sizes of blobs that are worth a delta: shorter ones gain nothing, longer ones take too long. Bytes. */
const deltaSizes = { min: 128, max: 2 * 1024 * 1024 }

export interface PackTotals {
  objects: number
  deltas: number
  bytes: number
}

/**
 * Writes the planned pack (gitformat-pack, version 2). Stored streams are sent as they are; only deltas are computed.
 * @param options.ofsDelta refer to bases by distance; otherwise by id
 * @param totals is filled in
 * @yields chunks of any size; the sha-1 of the whole pack comes last
 */
export async function* writePlan(
  { plan, source, deltas, pace }: { plan: PackPlan; source: ObjectSource; deltas: DeltaChooser; pace: Pace },
  options: { ofsDelta: boolean },
  totals: PackTotals,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha1')
  const offsets = new Offsets()
  let pending: Buffer[] = []
  const take = (bytes: Buffer): void => {
    pending.push(bytes)
    totals.bytes += bytes.length
  }
  const gathered = (): Buffer => {
    const piece = Buffer.concat(pending)
    pending = []
    hash.update(piece)
    return piece
  }
  take(packHeader(plan.count))
  for (const type of ['commit', 'tag', 'tree', 'blob'] as const) {
    for (const page of pages(plan.ofType(type), pageObjects)) {
      for (const batch of await batches(plan, source, page)) {
        const chosen = await chooseDeltas(batch, plan, source, deltas, pace)
        const whole = batch.filter(({ index }) => !chosen.has(index)).map(({ oid }) => oid)
        const objects = whole.length === 0 ? new Map() : await source.objects(whole)
        for (const { index, oid } of batch) {
          const delta = chosen.get(index)
          const base = delta ? plan.base(index) : -1
          const object = delta ? undefined : objects.get(oid)
          if (!delta && !object) throw new Error(`The repository is missing the object ${oid}`)
          offsets.set(index, totals.bytes)
          const baseOffset = offsets.get(base)
          if (!delta) take(objectHeader(object.type, object.size))
          else if (baseOffset !== undefined && options.ofsDelta) take(offsetDeltaHeader(delta.size, totals.bytes - baseOffset))
          else take(refDeltaHeader(delta.size, plan.oid(base)))
          take(delta ? delta.z : object.z)
          totals.objects++
          if (delta) totals.deltas++
        }
        yield gathered()
        await pace()
      }
    }
  }
  if (totals.objects !== plan.count) throw new Error(`A pack declared ${plan.count} objects but has ${totals.objects}`)
  if (pending.length > 0) yield gathered()
  yield hash.digest()
}

interface Planned {
  readonly index: number
  readonly oid: Oid
  readonly facts: ObjectFacts
  /** Both it and its previous version have a size that is worth a delta. */
  readonly mayBeDelta: boolean
}

/** Splits a page so that each batch fits in memory. @throws {Error} if the repo lacks an object */
async function batches(plan: PackPlan, source: ObjectSource, page: readonly number[]): Promise<Planned[][]> {
  const previous = page.map((index) => plan.previous(index)).filter((index) => index >= 0)
  const oids = [...new Set([...page, ...previous].map((index) => plan.oid(index)))]
  const facts = await source.facts(oids)
  const result: Planned[][] = []
  let batch: Planned[] = []
  let bytes = 0
  let bodyBytes = 0
  for (const index of page) {
    const oid = plan.oid(index)
    const own = facts.get(oid)
    if (!own) throw new Error(`The repository is missing the object ${oid}`)
    const before = plan.previous(index) < 0 ? undefined : facts.get(plan.oid(plan.previous(index)))
    const mayBeDelta = before !== undefined && isWorthIt(own.size) && isWorthIt(before.size)
    const body = mayBeDelta && plan.base(index) < 0 ? own.size + before.size : 0
    if (batch.length > 0 && (bytes + own.packedSize > batchBytes || bodyBytes + body > batchBodyBytes)) {
      result.push(batch)
      batch = []
      bytes = 0
      bodyBytes = 0
    }
    batch.push({ index, oid, facts: own, mayBeDelta })
    bytes += own.packedSize
    bodyBytes += body
  }
  if (batch.length > 0) result.push(batch)
  return result
}

function isWorthIt(size: number): boolean {
  return size >= deltaSizes.min && size <= deltaSizes.max
}

async function chooseDeltas(
  batch: readonly Planned[],
  plan: PackPlan,
  source: ObjectSource,
  deltas: DeltaChooser,
  pace: Pace,
): Promise<Map<number, PackedDelta>> {
  const chosen = new Map<number, PackedDelta>()
  const unknown = batch.filter(({ index, mayBeDelta, facts }) => mayBeDelta && facts.type === 'blob' && !deltas.isKnown(index))
  // Read together; each pair is then in memory.
  if (unknown.length > 0) await source.bodies(unknown.flatMap(({ index, oid }) => [oid, plan.oid(plan.previous(index))]))
  for (const { index, facts, mayBeDelta } of batch) {
    const isDecided = plan.base(index) >= 0
    const delta = isDecided
      ? await deltas.again(index)
      : mayBeDelta && facts.type === 'blob'
        ? await deltas.decide(index, facts.packedSize)
        : null
    if (delta) chosen.set(index, delta)
    await pace()
  }
  return chosen
}

function* pages(indices: Iterable<number>, size: number): Generator<number[]> {
  let page: number[] = []
  for (const index of indices) {
    page.push(index)
    if (page.length === size) {
      yield page
      page = []
    }
  }
  if (page.length > 0) yield page
}

function packHeader(count: number): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(count, 8)
  return head
}

/** Where each object starts in the pack: eight bytes per object. */
class Offsets {
  #values = new Float64Array(1_024)

  get(index: number): number | undefined {
    const value = index < 0 ? 0 : this.#values[index]
    // No object starts at byte 0, which is the header of the pack.
    return value === 0 ? undefined : value
  }

  set(index: number, offset: number): void {
    if (index >= this.#values.length) {
      const grown = new Float64Array(Math.max(index + 1, this.#values.length * 2))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[index] = offset
  }
}
