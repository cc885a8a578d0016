import { deflateBody } from '../deflate-body.ts'
import { maxHeaderBytes, readEntryHeader } from './entry-header.ts'
import { inflateEntry, longestStream } from './inflate-entry.ts'
import { PackWindow } from './pack-window.ts'
import type { SpooledPack } from './read-pack.ts'
import { packHeadBytes } from './spool-pack.ts'
import { readSpooled } from './spool.ts'

/*
 * A second thread for reading a pack. It inflates the entries from the first one on, while the reader computes their ids and applies the deltas; then it
 * deflates what was built from deltas, while the reader checks the objects. The reader waits for entries, but never for long: whatever the aid has not
 * done, the reader does itself. All verdicts are the reader's: when the aid comes upon something wrong or unusual, it leaves the rest to the reader.
 */

/** Memory for contents that the aid inflates, and for those that the reader builds from deltas; beyond, the reader is alone. Bytes. */
const bodyBytes = 16 * 1024 * 1024
/** Memory for the streams of the latter. Bytes. */
const streamBytes = 8 * 1024 * 1024
/** Larger contents are left to the reader. Bytes. */
const largest = 256 * 1024
/** The reader goes on alone when no entry arrives for so long. Milliseconds. */
const patienceMs = 25
/** Sleepers are woken after so many entries: waking costs more than an entry. */
const wakeEvery = 16

/** Numbers that both change. */
const inflated = 0
const isAheadOver = 1
const built = 2
/** The aid has let go of the memory. */
const isFree = 3
const controls = 4
/** {@link built}, once the reader needs nothing more. */
const closed = -1

/** What is known of an entry: where its content is, and the length of its stream. */
const perEntry = 2
/** What is known of a built content: where it is, its length, who deflates it, where its stream is, and its length. */
const perBuilt = 5
const stateOf = 2
const open = 0
const takenByAid = 1
const deflated = 2
const takenByReader = 3

interface SharedMemory {
  readonly control: SharedArrayBuffer
  readonly entries: SharedArrayBuffer
  readonly bodies: SharedArrayBuffer
  readonly builtEntries: SharedArrayBuffer
  readonly builtBodies: SharedArrayBuffer
  readonly streams: SharedArrayBuffer
}

/** What the aid is sent. */
export interface PackAidJob extends SharedMemory {
  readonly spooled: SpooledPack
}

/**
 * The memory that a reader and its aid share, for one pack after another. V8 does not count shared memory when it decides whether to collect garbage: with
 * new memory for each pack, a hub would grow by 40 MiB a push until some other garbage is collected.
 */
export class PackAidMemory {
  #shared: SharedMemory
  #isTaken = false

  constructor() {
    this.#shared = {
      control: new SharedArrayBuffer(controls * Int32Array.BYTES_PER_ELEMENT),
      entries: new SharedArrayBuffer(0),
      bodies: new SharedArrayBuffer(bodyBytes),
      builtEntries: new SharedArrayBuffer(0),
      builtBodies: new SharedArrayBuffer(bodyBytes),
      streams: new SharedArrayBuffer(streamBytes),
    }
    new Int32Array(this.#shared.control)[isFree] = 1
  }

  /** Whether the reader and the aid have let go of the pack before. Only then another one may be begun. */
  get isFree(): boolean {
    return !this.#isTaken && Atomics.load(new Int32Array(this.#shared.control), isFree) === 1
  }

  /** Memory for a pack, as if it were new where that matters. */
  take(objects: number): SharedMemory {
    if (!this.isFree) throw new Error('The aid still works on another pack')
    this.#isTaken = true
    const entries = roomFor(this.#shared.entries, objects * perEntry)
    const builtEntries = roomFor(this.#shared.builtEntries, objects * perBuilt)
    this.#shared = { ...this.#shared, entries, builtEntries }
    new Int32Array(this.#shared.control).fill(0)
    // Contents and streams are only read where these say that there are some.
    new Int32Array(builtEntries).fill(0, 0, objects * perBuilt)
    return this.#shared
  }

  /** The reader needs it no more. */
  release(): void {
    this.#isTaken = false
  }
}

/** The same memory if it is large enough, or twice as much: a pack has at most a few hundred thousand objects. */
function roomFor(memory: SharedArrayBuffer, numbers: number): SharedArrayBuffer {
  const bytes = numbers * Int32Array.BYTES_PER_ELEMENT
  return bytes <= memory.byteLength ? memory : new SharedArrayBuffer(Math.max(bytes, 2 * memory.byteLength))
}

/** The reader's side. */
export class PackAid implements Disposable {
  #memory: PackAidMemory | null
  readonly #control: Int32Array
  readonly #entries: Int32Array
  readonly #bodies: SharedArrayBuffer
  readonly #builtEntries: Int32Array
  readonly #builtBodies: SharedArrayBuffer
  readonly #streams: SharedArrayBuffer
  #filled = 0
  #built = 0
  #isAlone = false

  /**
   * @param memory that is free
   * @param send passes the job to the thread that runs {@link aidPack}
   */
  constructor(spooled: SpooledPack, memory: PackAidMemory, send: (job: PackAidJob) => void) {
    const job: PackAidJob = { spooled, ...memory.take(spooled.objects) }
    this.#memory = memory
    this.#control = new Int32Array(job.control)
    this.#entries = new Int32Array(job.entries)
    this.#bodies = job.bodies
    this.#builtEntries = new Int32Array(job.builtEntries)
    this.#builtBodies = job.builtBodies
    this.#streams = job.streams
    send(job)
  }

  /** The content of an entry, and the length of its stream; `null` when the reader has to inflate it. Ask for one after another. */
  entry(index: number, size: number): { body: Buffer; length: number } | null {
    while (Atomics.load(this.#control, inflated) <= index) {
      if (this.#isAlone) return null
      const count = Atomics.load(this.#control, inflated)
      const isOver = Atomics.load(this.#control, isAheadOver) === 1
      if (count > index) break
      if (isOver || Atomics.wait(this.#control, inflated, count, patienceMs) === 'timed-out') {
        this.#isAlone = true
        Atomics.store(this.#control, isAheadOver, 1)
      }
    }
    const at = this.#entries[index * perEntry] as number
    return { body: Buffer.from(this.#bodies, at, size), length: this.#entries[index * perEntry + 1] as number }
  }

  /** Memory for a content that is built from a delta, and is then {@link add}ed; `null` when there is none left. */
  room(size: number): Buffer | null {
    if (size > largest || this.#filled + size > this.#builtBodies.byteLength) return null
    return Buffer.from(this.#builtBodies, this.#filled, size)
  }

  /** Has the content deflated that was built in the latest {@link room}. @returns its number */
  add(size: number): number {
    const number = this.#built++
    this.#builtEntries[number * perBuilt] = this.#filled
    this.#builtEntries[number * perBuilt + 1] = size
    this.#filled += size
    Atomics.store(this.#control, built, this.#built)
    if (this.#built % wakeEvery === 0) Atomics.notify(this.#control, built)
    return number
  }

  /** The stream of a content that was added. */
  stream(number: number): Buffer {
    const entry = number * perBuilt
    const slot = entry + stateOf
    const state = Atomics.compareExchange(this.#builtEntries, slot, open, takenByReader)
    if (state === takenByAid) Atomics.wait(this.#builtEntries, slot, takenByAid, patienceMs)
    if (Atomics.load(this.#builtEntries, slot) === deflated)
      return Buffer.from(this.#streams, this.#builtEntries[entry + 3], this.#builtEntries[entry + 4])
    return deflateBody(Buffer.from(this.#builtBodies, this.#builtEntries[entry], this.#builtEntries[entry + 1]))
  }

  [Symbol.dispose](): void {
    // The memory may serve another pack already.
    if (this.#memory === null) return
    Atomics.store(this.#control, isAheadOver, 1)
    Atomics.store(this.#control, built, closed)
    Atomics.notify(this.#control, built)
    this.#memory.release()
    this.#memory = null
  }
}

/** The aid's side: returns when the reader has disposed of its own. Waits without an event loop, so it belongs in a thread of its own. */
export function aidPack(job: PackAidJob): void {
  const control = new Int32Array(job.control)
  try {
    try {
      inflateAhead(job, control)
    } catch {
      // The reader comes upon the same, and says what is wrong.
    } finally {
      Atomics.store(control, isAheadOver, 1)
      Atomics.notify(control, inflated)
    }
    deflateBuilt(job, control)
  } finally {
    Atomics.store(control, isFree, 1)
  }
}

function inflateAhead({ spooled, entries: shared, bodies }: PackAidJob, control: Int32Array): void {
  const { bytes, objects, endsAt } = spooled
  const window = new PackWindow({ read: (offset, length) => readSpooled(bytes, offset, length) }, endsAt)
  const entries = new Int32Array(shared)
  let filled = 0
  const room = (size: number) => Buffer.from(bodies, filled, size)
  for (let index = 0, at = packHeadBytes; index < objects; index++) {
    const header = readEntryHeader(window.read(at, maxHeaderBytes))
    if (header.size > largest || filled + header.size > bodies.byteLength || Atomics.load(control, isAheadOver) === 1) return
    const target = room(header.size)
    const { body, length } = inflateEntry(window.read(at + header.length, longestStream(header.size)), header.size, () => target)
    if (body !== target) body.copy(target)
    entries[index * perEntry] = filled
    entries[index * perEntry + 1] = length
    filled += header.size
    at += header.length + length
    Atomics.store(control, inflated, index + 1)
    if (index % wakeEvery === 0) Atomics.notify(control, inflated)
  }
}

function deflateBuilt(job: PackAidJob, control: Int32Array): void {
  const entries = new Int32Array(job.builtEntries)
  const streams = Buffer.from(job.streams)
  let filled = 0
  for (let number = 0; ;) {
    const count = Atomics.load(control, built)
    if (count === closed) return
    if (number === count) {
      Atomics.wait(control, built, count)
      continue
    }
    const entry = number++ * perBuilt
    const slot = entry + stateOf
    if (Atomics.compareExchange(entries, slot, open, takenByAid) !== open) continue
    const stream = deflateBody(Buffer.from(job.builtBodies, entries[entry], entries[entry + 1]))
    const fits = filled + stream.length <= streams.length
    if (fits) {
      stream.copy(streams, filled)
      entries[entry + 3] = filled
      entries[entry + 4] = stream.length
      filled += stream.length
    }
    Atomics.store(entries, slot, fits ? deflated : takenByReader)
    Atomics.notify(entries, slot)
    if (!fits) return
  }
}
