import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AdvertisedRef, FetchRequest } from '@portolan/git'
import type { DbLocation } from '../../foundation/db/db.ts'
import type { RepoKey } from '../../uid.ts'
import type { FetchMessage, FetchReply } from './fetch-job.ts'

const maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1))

const threads: (FetchThread | undefined)[] = []

/**
 * Answers a fetch in another thread, with back-pressure. A repo always gets the same thread, which caches its deltas.
 * @throws {Error} the error from the thread; the signal's reason when it was aborted
 */
export async function* fetchInThread(
  location: DbLocation,
  { id, uid }: RepoKey,
  refs: readonly AdvertisedRef[],
  request: FetchRequest,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  signal.throwIfAborted()
  const at = id % maxThreads
  let thread = threads[at]
  if (!thread || thread.gone) threads[at] = thread = new FetchThread()
  yield* thread.fetch({ location, repo: { id, uid }, refs, request }, signal)
}

/** Stops all thread work on a database, and closes the threads' connections to it. */
export async function leaveDatabase(location: DbLocation): Promise<void> {
  await Promise.all(threads.flatMap((thread) => (thread && !thread.gone ? [thread.close(location)] : [])))
}

interface Waiting {
  readonly pieces: Uint8Array[]
  ended: boolean
  error: Error | null
  wake: () => void
}

class FetchThread {
  gone = false
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #next = 1

  constructor() {
    this.#worker = new Worker(new URL('./fetch-worker.ts', import.meta.url), { name: 'portolan-packs' })
    this.#worker.unref()
    this.#worker.on('message', (reply: FetchReply) => this.#onReply(reply))
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('The thread that creates packs exited.')))
  }

  async *fetch(job: Omit<Extract<FetchMessage, { kind: 'fetch' }>, 'kind' | 'id'>, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { id, waiting } = this.#enter()
    const leave = () => {
      this.#post({ kind: 'leave', id })
      waiting.wake()
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#post({ kind: 'fetch', id, ...job })
    try {
      for (;;) {
        signal.throwIfAborted()
        const piece = waiting.pieces.shift()
        if (piece) {
          yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
          this.#post({ kind: 'taken', id })
        } else if (waiting.error) throw waiting.error
        else if (waiting.ended) return
        else await new Promise<void>((resolve) => (waiting.wake = resolve))
      }
    } finally {
      signal.removeEventListener('abort', leave)
      if (!waiting.ended) this.#post({ kind: 'leave', id })
      this.#leave(id)
    }
  }

  async close(location: DbLocation): Promise<void> {
    const { id, waiting } = this.#enter()
    this.#post({ kind: 'close', id, location })
    while (!waiting.ended) await new Promise<void>((resolve) => (waiting.wake = resolve))
    this.#leave(id)
  }

  /** A process may exit while its threads are idle, but not while someone is waiting for one. */
  #enter(): { id: number; waiting: Waiting } {
    const id = this.#next++
    const waiting: Waiting = { pieces: [], ended: this.gone, error: null, wake: () => {} }
    if (this.#waiting.size === 0) this.#worker.ref()
    this.#waiting.set(id, waiting)
    return { id, waiting }
  }

  #leave(id: number): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#worker.unref()
  }

  #post(message: FetchMessage): void {
    if (!this.gone) this.#worker.postMessage(message)
  }

  #onReply(reply: FetchReply): void {
    const waiting = this.#waiting.get(reply.id)
    if (!waiting) return
    if (reply.kind === 'piece') waiting.pieces.push(reply.bytes)
    else {
      waiting.ended = true
      if (reply.kind === 'failed') waiting.error = new Error(`The pack could not be created: ${reply.message}`)
    }
    waiting.wake()
  }

  #end(error: Error): void {
    this.gone = true
    for (const waiting of this.#waiting.values()) {
      waiting.ended = true
      waiting.error ??= error
      waiting.wake()
    }
  }
}
