import { deflateBody } from '../deflate-body.ts'
import type { StoredObject } from '../object.ts'
import { objectOid, objectTypes, type ObjectType, type ObjectTypeNumber, type Oid, typeName } from '../oid.ts'
import { applyDelta, readDeltaHead } from './apply-delta.ts'
import { BodyCache } from './body-cache.ts'
import { maxHeaderBytes, readEntryHeader } from './entry-header.ts'
import { hashLargeBlob, inflateEntry, longestStream, type PackBytes } from './inflate-entry.ts'
import { PackError, PackSizeError } from './pack-error.ts'
import type { PackAid } from './pack-aid.ts'
import type { PackLimits } from './pack-limits.ts'
import { PackWindow } from './pack-window.ts'
import { packHeadBytes } from './spool-pack.ts'
import { readSpooled, type SpooledBytes } from './spool.ts'
import { StreamStore } from './stream-store.ts'

/** Bases of a thin pack loaded at a time. */
const basesAtOnce = 4

const deltaTypes = { 'ofs-delta': 6, 'ref-delta': 7 } as const
const none = -1
/** Where the stream of an entry is: in the pack, in the second file, or with the aid. */
const places = { pack: 0, store: 1, aid: 2 } as const

export interface ReadPackOptions {
  readonly limits: PackLimits
  /** File name in an existing folder, for the objects built from deltas. */
  readonly file: string
  /** Loads bases that a thin pack does not include. Missing ones, and those over `limits.heldBytes`, are left out. */
  readonly findBases: (oids: readonly Oid[]) => Promise<ReadonlyMap<Oid, { readonly type: ObjectType; readonly body: Buffer }>>
  /** Called once per object, while its content is in memory. For a blob over `limits.heldBytes` it gets the first bytes. */
  readonly inspect?: (object: PackObject, body: Buffer) => void
  /** Called after each object: waits while others have their turn. */
  readonly pace: () => Promise<void> | void
  readonly onResolved?: (done: number, total: number) => void
  /** Another thread that does a part of the work. Its memory ends with the pack's. */
  readonly aid?: PackAid | null
}

/** A pack that has been received in full, but not read. Threads of one process can pass it to one another. */
export interface SpooledPack {
  readonly bytes: SpooledBytes
  /** How many objects it announces. */
  readonly objects: number
  /** Where they end. */
  readonly endsAt: number
}

/** One object of a received pack. */
export interface PackObject {
  readonly oid: Oid
  readonly type: ObjectType
  /** Bytes of the body, inflated. */
  readonly size: number
}

/**
 * The objects of a pack that has been received in full: every checksum is valid, every delta is resolved. What the objects mean
 * has not been checked yet. Their contents are on disk, apart from a small cache.
 */
export interface ReceivedPack extends Disposable {
  /** Every object once, in pack order. */
  objects(): Iterable<PackObject>
  find(oid: Oid): PackObject | null
  /** {@link find}, for callers with many objects. */
  typeOf(oid: Oid): ObjectType | null
  /** @throws {PackError} for a blob over `limits.heldBytes` */
  body(oid: Oid): Buffer
  /** With the zlib stream, ready to be stored. Objects over `limits.heldBytes` are not included. */
  stored(oid: Oid): StoredObject
}

/**
 * Reads a pack (gitformat-pack), thin ones too, in bounded memory: the objects built from its deltas go to a temporary file; ids, positions and
 * the first contents are kept in memory. Reads files and inflates synchronously: large packs belong in a thread.
 * @throws {PackError} whatever is wrong with it
 */
export async function readPack({ bytes, objects, endsAt }: SpooledPack, options: ReadPackOptions): Promise<ReceivedPack> {
  const made = new StreamStore(options.file)
  try {
    const reading = new Reading({ read: (offset, length) => readSpooled(bytes, offset, length) }, made, objects, endsAt, options)
    await reading.scan()
    await reading.resolve()
    return reading
  } catch (error) {
    made[Symbol.dispose]()
    options.aid?.[Symbol.dispose]()
    throw error
  }
}

/** Entries are numbered from 0; their properties are in typed arrays, because there may be half a million. */
class Reading implements ReceivedPack {
  readonly #pack: PackBytes
  readonly #made: StreamStore
  readonly #count: number
  readonly #endsAt: number
  readonly #options: ReadPackOptions
  /** Where the entry's zlib stream starts: in the pack, or for a resolved delta in the second file. With the aid, its number there. */
  readonly #streamAt: Float64Array
  readonly #streamBytes: Float64Array
  /** Where the entry itself starts in the pack. */
  readonly #entryAt: Float64Array
  /** Bytes of the object; of the delta while it is unresolved. */
  readonly #size: Float64Array
  /** As in the pack: 1 to 4, or 6 and 7 for an unresolved delta. */
  readonly #type: Uint8Array
  /** One of {@link places}. */
  readonly #place: Uint8Array
  readonly #depth: Uint16Array
  /** Cached contents: of an object, or of a delta while it is unresolved. */
  readonly #bodies: BodyCache
  readonly #aid: PackAid | null
  readonly #room: (size: number) => Buffer
  /** Linked list of the deltas on an entry: the first one, and for each the next. */
  readonly #firstChild: Int32Array
  readonly #nextChild: Int32Array
  readonly #waitingFor = new Map<Oid, number[]>()
  readonly #byOid = new Map<Oid, number>()
  readonly #oids: (Oid | undefined)[]
  #lastAsked: Oid | null = null
  #lastIndex: number | undefined
  #inflated = 0
  #resolved = 0
  #deltas = 0

  constructor(pack: PackBytes, made: StreamStore, count: number, endsAt: number, options: ReadPackOptions) {
    // Every entry takes at least nine bytes: an announced count must not cost memory on its own.
    if (count * 9 > endsAt) throw new PackError('the pack declares more objects than it has')
    this.#pack = pack
    this.#made = made
    this.#count = count
    this.#endsAt = endsAt
    this.#options = options
    this.#streamAt = new Float64Array(count)
    this.#streamBytes = new Float64Array(count)
    this.#entryAt = new Float64Array(count)
    this.#size = new Float64Array(count)
    this.#type = new Uint8Array(count)
    this.#place = new Uint8Array(count)
    this.#depth = new Uint16Array(count)
    this.#firstChild = new Int32Array(count).fill(none)
    this.#nextChild = new Int32Array(count).fill(none)
    this.#oids = Array.from({ length: count })
    const bodies = new BodyCache(count)
    this.#bodies = bodies
    this.#room = (size) => bodies.room(size)
    this.#aid = options.aid ?? null
  }

  /** Scans the pack once: whole objects get their id, and so does what is built on bases in memory. Other deltas are linked to their bases. */
  async scan(): Promise<void> {
    let at = packHeadBytes
    const window = new PackWindow(this.#pack, this.#endsAt)
    for (let index = 0; index < this.#count; index++) {
      const header = readEntryHeader(window.read(at, maxHeaderBytes))
      this.#entryAt[index] = at
      this.#streamAt[index] = at + header.length
      this.#size[index] = header.size
      this.#countInflated(header.size)
      const streamAt = at + header.length
      let streamBytes: number
      if (header.kind === 'blob' && header.size > this.#options.limits.heldBytes) {
        const { oid, length, sample } = await hashLargeBlob(this.#pack, streamAt, this.#endsAt, header.size)
        this.#type[index] = objectTypes.blob
        this.#streamBytes[index] = streamBytes = length
        this.#name(index, oid, sample)
      } else {
        this.#requireHeld(header.size, header.kind)
        const aided = this.#aid?.entry(index, header.size)
        const { body, length } = aided ?? inflateEntry(window.read(streamAt, longestStream(header.size)), header.size, this.#room)
        this.#streamBytes[index] = streamBytes = length
        if (aided) this.#bodies.keep(index, body)
        else this.#bodies.set(index, body)
        if (header.kind === 'ofs-delta' || header.kind === 'ref-delta') {
          this.#deltas++
          this.#type[index] = deltaTypes[header.kind]
          if (header.baseOid !== null) this.#wait(header.baseOid, index)
          else this.#applyOrAdopt(this.#indexAt(at - header.baseDistance, index), index)
        } else {
          this.#type[index] = objectTypes[header.kind]
          this.#name(index, objectOid(header.kind, body), body)
        }
      }
      at = streamAt + streamBytes
      const turn = this.#options.pace()
      if (turn) await turn
    }
    if (at !== this.#endsAt) throw new PackError('the pack has trailing bytes that do not belong to an object')
  }

  /** Resolves all deltas, each after its base. */
  async resolve(): Promise<void> {
    for (let index = 0; index < this.#count; index++) {
      const isBase = this.#firstChild[index] !== none || this.#waitingFor.size > 0
      if (isBase && this.#isResolved(index)) await this.#resolveAbove(index)
    }
    if (this.#resolved > 0) this.#options.onResolved?.(this.#resolved, this.#deltas)
    // The remaining deltas have their base elsewhere: the pack is thin.
    const wanted = [...this.#waitingFor.keys()].filter((oid) => !this.#byOid.has(oid))
    for (let at = 0; at < wanted.length; at += basesAtOnce) {
      const bases = await this.#options.findBases(wanted.slice(at, at + basesAtOnce))
      for (const oid of wanted.slice(at, at + basesAtOnce)) {
        const waiting = this.#waitingFor.get(oid)
        // Resolved in the meantime, on another base.
        if (!waiting) continue
        const base = bases.get(oid)
        if (!base) throw new PackError(`a delta in the pack needs the object ${oid}, which is missing`)
        this.#waitingFor.delete(oid)
        for (const index of waiting) {
          this.#makeFrom(index, base.body, objectTypes[base.type], 0)
          await this.#resolveAbove(index)
        }
      }
    }
    if (this.#resolved !== this.#deltas) throw new PackError('deltas in the pack are based on one another in a cycle')
  }

  *objects(): Generator<PackObject> {
    for (const [oid, index] of this.#byOid) yield this.#describe(oid, index)
  }

  find(oid: Oid): PackObject | null {
    const index = this.#indexOf(oid)
    return index === undefined ? null : this.#describe(oid, index)
  }

  typeOf(oid: Oid): ObjectType | null {
    const index = this.#indexOf(oid)
    return index === undefined ? null : typeName(this.#type[index] as ObjectTypeNumber)
  }

  body(oid: Oid): Buffer {
    return this.#bodyOf(this.#require(oid))
  }

  stored(oid: Oid): StoredObject {
    const index = this.#require(oid)
    const { type, size } = this.#describe(oid, index)
    this.#requireHeld(size, type)
    return { oid, type, size, z: this.#streamOf(index) }
  }

  [Symbol.dispose](): void {
    this.#bodies.clear()
    this.#made[Symbol.dispose]()
    this.#aid?.[Symbol.dispose]()
  }

  /** Resolves the deltas on an entry, those on top of them, and so on; depth first, so that bases are in memory. */
  async #resolveAbove(root: number): Promise<void> {
    const stack = [root]
    for (let base = stack.pop(); base !== undefined; base = stack.pop()) {
      const oid = this.#oids[base]
      const waiting = oid === undefined ? undefined : this.#waitingFor.get(oid)
      if (oid !== undefined && waiting) {
        this.#waitingFor.delete(oid)
        for (const index of waiting) this.#adopt(base, index)
      }
      let child = this.#firstChild[base] ?? none
      if (child === none) continue
      this.#firstChild[base] = none
      const body = this.#bodyOf(base)
      const type = this.#type[base] as ObjectTypeNumber
      const depth = this.#depth[base] ?? 0
      for (; child !== none; child = this.#nextChild[child] ?? none) {
        this.#makeFrom(child, body, type, depth + 1)
        this.#options.onResolved?.(this.#resolved, this.#deltas)
        stack.push(child)
        const turn = this.#options.pace()
        if (turn) await turn
      }
    }
  }

  #isResolved(index: number): boolean {
    return (this.#type[index] ?? 0) < deltaTypes['ofs-delta']
  }

  /** Applies a delta if its base is at hand; otherwise it is linked to it. Git writes bases before what is built on them. */
  #applyOrAdopt(base: number, index: number): void {
    const body = this.#isResolved(base) ? this.#bodies.get(base) : undefined
    if (body) this.#makeFrom(index, body, this.#type[base] as ObjectTypeNumber, (this.#depth[base] ?? 0) + 1)
    else this.#adopt(base, index)
  }

  #makeFrom(index: number, base: Buffer, type: ObjectTypeNumber, depth: number): void {
    const { deltaDepth } = this.#options.limits
    if (depth > deltaDepth) throw new PackError(`the pack has a chain of more than ${deltaDepth} deltas`)
    const delta = this.#bodyOf(index)
    const head = readDeltaHead(delta)
    this.#countInflated(head.resultBytes)
    this.#requireHeld(head.resultBytes, 'blob')
    const aided = this.#aid?.room(head.resultBytes) ?? null
    const body = applyDelta(base, delta, head, aided === null ? this.#room : () => aided)
    if (aided === null || this.#aid === null) {
      const stream = deflateBody(body)
      this.#streamAt[index] = this.#made.append(stream)
      this.#streamBytes[index] = stream.length
      this.#place[index] = places.store
      this.#bodies.set(index, body)
    } else {
      this.#streamAt[index] = this.#aid.add(body.length)
      this.#place[index] = places.aid
      this.#bodies.keep(index, body)
    }
    this.#size[index] = body.length
    this.#type[index] = type
    this.#depth[index] = depth
    this.#name(index, objectOid(typeName(type), body), body)
    this.#resolved++
  }

  #bodyOf(index: number): Buffer {
    const known = this.#bodies.get(index)
    if (known) return known
    const size = this.#size[index] ?? 0
    this.#requireHeld(size, 'blob')
    const { body } = inflateEntry(this.#streamOf(index), size, this.#room)
    this.#bodies.set(index, body)
    return body
  }

  #streamOf(index: number): Buffer {
    const at = this.#streamAt[index] ?? 0
    if (this.#place[index] === places.aid && this.#aid !== null) return this.#aid.stream(at)
    return (this.#place[index] === places.store ? this.#made : this.#pack).read(at, this.#streamBytes[index] ?? 0)
  }

  /** Most objects are asked for several times in a row. */
  #indexOf(oid: Oid): number | undefined {
    if (oid !== this.#lastAsked) {
      this.#lastAsked = oid
      this.#lastIndex = this.#byOid.get(oid)
    }
    return this.#lastIndex
  }

  #describe(oid: Oid, index: number): PackObject {
    return { oid, type: typeName(this.#type[index] as ObjectTypeNumber), size: this.#size[index] ?? 0 }
  }

  #require(oid: Oid): number {
    const index = this.#indexOf(oid)
    if (index === undefined) throw new Error(`The pack has no object ${oid}`)
    return index
  }

  #name(index: number, oid: Oid, body: Buffer): void {
    this.#oids[index] = oid
    // The same object may be in a pack twice; one is enough.
    if (this.#byOid.has(oid)) return
    this.#byOid.set(oid, index)
    this.#options.inspect?.(this.#describe(oid, index), body)
  }

  #wait(oid: Oid, index: number): void {
    const waiting = this.#waitingFor.get(oid)
    if (waiting) waiting.push(index)
    else this.#waitingFor.set(oid, [index])
  }

  #adopt(base: number, child: number): void {
    this.#nextChild[child] = this.#firstChild[base] ?? none
    this.#firstChild[base] = child
  }

  /** The entry that starts at this position, which must be before `limit`. */
  #indexAt(offset: number, limit: number): number {
    let low = 0
    let high = limit - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const there = this.#entryAt[middle] ?? 0
      if (there === offset) return middle
      if (there < offset) low = middle + 1
      else high = middle - 1
    }
    throw new PackError('a delta in the pack has a base offset without an object')
  }

  #requireHeld(size: number, kind: string): void {
    const { heldBytes } = this.#options.limits
    if (size <= heldBytes) return
    const what = kind === 'blob' ? 'a file' : kind === 'commit' || kind === 'tree' || kind === 'tag' ? `a ${kind}` : 'a delta'
    throw new PackSizeError(`${what} in the pack has ${size} bytes; at most ${heldBytes} are allowed. Use Git LFS for large files`)
  }

  #countInflated(bytes: number): void {
    this.#inflated += bytes
    const { inflatedBytes, freelyInflatedBytes, inflatedRatio } = this.#options.limits
    const most = Math.min(inflatedBytes, Math.max(freelyInflatedBytes, this.#endsAt * inflatedRatio))
    if (this.#inflated > most) throw new PackSizeError(`the pack unpacks to more than ${most} bytes; push in smaller steps`)
  }
}
