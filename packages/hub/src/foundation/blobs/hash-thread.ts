import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  emptied,
  end,
  failed,
  filled,
  giveUp,
  type HashJob,
  type HashResult,
  type HashRing,
  lengths,
  newHashRing,
  reportFailure,
  slotBytes,
  slots,
} from './hash-ring.ts'

/** More than one per core would only make them wait for each other. */
const maxThreads = Math.max(2, availableParallelism())

interface HashThread {
  readonly worker: Worker
  readonly ring: HashRing
}

const idle: HashThread[] = []
let running = 0

/**
 * Writes and hashes one file in another thread: 1.3 to 1.9 times as fast as in the receiving thread (bench/upload.ts).
 * Push bytes, then `finish`, or `abandon`; exactly one of the two.
 */
export interface ThreadedWriter {
  /**
   * Copies the bytes; resolves when there is room for more. Returns `null` instead of a promise when there is room already.
   * @throws when the thread has failed; `finish` throws the reason
   */
  push(chunk: Uint8Array): Promise<void> | null
  /** Writes everything to the file (not flushed). @returns the sha-256, lower-case hex. @throws the file system's error */
  finish(): Promise<string>
  abandon(): Promise<void>
}

/** Reserves a hashing thread; `null` when all are busy, and the caller has to do the work itself. */
export function acquireHashThread(fd: number): ThreadedWriter | null {
  const thread = idle.pop() ?? startThread()
  return thread === null ? null : new RingWriter(thread, fd)
}

function startThread(): HashThread | null {
  if (running >= maxThreads) return null
  running++
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { name: 'portolan-hash' })
  worker.unref()
  return { worker, ring: newHashRing() }
}

class RingWriter implements ThreadedWriter {
  readonly #thread: HashThread
  readonly #result: Promise<HashResult>
  #next = 0
  #used = 0
  #handedOver = 0

  constructor(thread: HashThread, fd: number) {
    this.#thread = thread
    const { control, data } = thread.ring
    control.fill(0)
    const { promise, resolve } = Promise.withResolvers<HashResult>()
    this.#result = promise
    const { worker } = thread
    const done = (result: HashResult) => {
      worker.off('message', done).off('error', broken).off('exit', broken)
      worker.unref()
      resolve(result)
    }
    const broken = (cause?: Error | number) => {
      reportFailure(control)
      done({ error: { message: `The hashing thread exited: ${String(cause)}`, code: 'THREAD_ENDED' } })
    }
    worker.ref()
    worker.on('message', done).on('error', broken).on('exit', broken)
    const job: HashJob = { control: control.buffer as SharedArrayBuffer, data: data.buffer as SharedArrayBuffer, fd }
    worker.postMessage(job)
  }

  push(chunk: Uint8Array): Promise<void> | null {
    const { control, data } = this.#thread.ring
    if (Atomics.load(control, failed) === 1) throw new WriteFailed()
    const room = slotBytes - this.#used
    if (chunk.byteLength > room) return this.#pushInPieces(chunk)
    // Not `set`: it copies into shared memory word by word, at half the speed.
    Buffer.prototype.copy.call(chunk, data, (this.#next % slots) * slotBytes + this.#used)
    this.#used += chunk.byteLength
    return this.#used === slotBytes ? this.#sendSlot(this.#used) : null
  }

  async finish(): Promise<string> {
    if (this.#used > 0) await this.#sendSlot(this.#used)
    await this.#sendSlot(end)
    const result = await this.#result
    this.#release(result)
    if (typeof result !== 'object' || !('sha256' in result)) throw toError(result)
    // The hash covers what was written: only the number of bytes shows that it is what arrived.
    if (result.bytes !== this.#handedOver) throw new Error(`The hashing thread wrote ${result.bytes} of ${this.#handedOver} bytes.`)
    return result.sha256
  }

  async abandon(): Promise<void> {
    await this.#sendSlot(giveUp)
    this.#release(await this.#result)
  }

  async #pushInPieces(chunk: Uint8Array): Promise<void> {
    for (let start = 0; start < chunk.byteLength;) {
      const piece = chunk.subarray(start, start + slotBytes - this.#used)
      await this.push(piece)
      start += piece.byteLength
    }
  }

  /** Hands over the current slot. `null` when the next one is free. */
  #sendSlot(length: number): Promise<void> | null {
    const { control } = this.#thread.ring
    control[lengths + (this.#next % slots)] = length
    if (length > 0) this.#handedOver += length
    this.#next++
    this.#used = 0
    Atomics.store(control, filled, this.#next)
    Atomics.notify(control, filled)
    return this.#isFull() ? this.#room() : null
  }

  #isFull(): boolean {
    const { control } = this.#thread.ring
    return Atomics.load(control, failed) === 0 && this.#next - Atomics.load(control, emptied) >= slots
  }

  async #room(): Promise<void> {
    const { control } = this.#thread.ring
    while (this.#isFull()) {
      const seen = Atomics.load(control, emptied)
      if (this.#next - seen < slots) return
      await Atomics.waitAsync(control, emptied, seen).value
    }
  }

  #release(result: HashResult): void {
    if (typeof result === 'object' && 'error' in result && result.error.code === 'THREAD_ENDED') running--
    else idle.push(this.#thread)
  }
}

/** Stops the sender; `finish` throws the reason. */
export class WriteFailed extends Error {}

function toError(result: HashResult): Error {
  if (typeof result === 'object' && 'error' in result) return Object.assign(new Error(result.error.message), { code: result.error.code })
  return new Error('The hashing thread was aborted.')
}
