import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { XetFormatError, XorbIndex } from '@portolan/xet'
import type { XorbAnswer, XorbJob, XorbReply } from './xorb-job.ts'

const maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1))

const threads: XorbThread[] = []
let nextThread = 0
let nextSession = 1

/** Parses an incoming xorb in another thread. Push every piece, then `finish`; `drop` after an error. */
export interface XorbCheck {
  /** @returns the bytes of newly completed, well-formed chunks. @throws {XetFormatError} */
  push(bytes: Uint8Array): Promise<Uint8Array>
  /** @throws {XetFormatError} */
  finish(): Promise<{ hash: Uint8Array; index: XorbIndex; bytes: number }>
  drop(): void
}

export function openXorbCheck(): XorbCheck {
  const thread = takeThread()
  const session = nextSession++
  return {
    async push(bytes) {
      const answer = await thread.run({ kind: 'check', session, bytes: owned(bytes) })
      return as(answer, 'bytes').bytes
    },
    async finish() {
      const { hash, chunks, size } = as(await thread.run({ kind: 'checked', session }), 'hash')
      return { hash, index: new XorbIndex(chunks), bytes: size }
    },
    drop: () => void thread.run({ kind: 'drop', session }).catch(() => {}),
  }
}

/** Computes the sha-256 of contents in another thread. Push every run of chunks in order, then `finish`; `drop` after an error. */
export interface ContentDigest {
  /** @param run.bare the contents themselves; otherwise serialized chunks */
  push(run: { bytes: Uint8Array; contentBytes: number; bare: boolean }): Promise<void>
  /** Lower-case hex. */
  finish(): Promise<string>
  drop(): void
}

export function openContentDigest(): ContentDigest {
  const thread = takeThread()
  const session = nextSession++
  return {
    async push({ bytes, contentBytes, bare }) {
      await thread.run({ kind: 'digest', session, bytes: owned(bytes), contentBytes, bare })
    },
    async finish() {
      return as(await thread.run({ kind: 'digested', session }), 'sha256').sha256
    },
    drop: () => void thread.run({ kind: 'drop', session }).catch(() => {}),
  }
}

/** Decompresses the contents of serialized chunks in another thread. */
export async function unpackChunks(bytes: Uint8Array, contentBytes: number): Promise<Uint8Array> {
  return as(await takeThread().run({ kind: 'unpack', bytes: owned(bytes), contentBytes }), 'bytes').bytes
}

/** Computes the hash of a file in another thread. @param chunks entries of {@link XorbIndex} for all of its chunks, back to back */
export async function hashFile(chunks: Uint8Array): Promise<Uint8Array> {
  return as(await takeThread().run({ kind: 'file-hash', bytes: owned(chunks) }), 'root').root
}

/** Computes the hash of a xorb, like {@link hashFile}. */
export async function hashXorb(chunks: Uint8Array): Promise<Uint8Array> {
  return as(await takeThread().run({ kind: 'xorb-hash', bytes: owned(chunks) }), 'root').root
}

/** A chunk of a content, in order. */
export interface CutChunk {
  readonly hash: Uint8Array
  /** Bytes. */
  readonly length: number
}

/** Splits a content into chunks and hashes them, in another thread. */
export async function cutIntoChunks(content: AsyncIterable<Uint8Array>): Promise<CutChunk[]> {
  const thread = takeThread()
  const session = nextSession++
  const chunks: CutChunk[] = []
  try {
    for await (const piece of content) chunks.push(...as(await thread.run({ kind: 'cut', session, bytes: owned(piece) }), 'cut').cut)
    chunks.push(...as(await thread.run({ kind: 'cut-end', session }), 'cut').cut)
    return chunks
  } catch (error) {
    void thread.run({ kind: 'drop', session }).catch(() => {})
    throw error
  }
}

/** Bytes that fill their buffer, so that it can be transferred. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}

function as<K extends string>(answer: XorbAnswer, key: K): Extract<XorbAnswer, Record<K, unknown>> {
  if (typeof answer === 'object' && key in answer) return answer as Extract<XorbAnswer, Record<K, unknown>>
  throw new Error('The xorb thread sent an unexpected message.')
}

function takeThread(): XorbThread {
  nextThread = (nextThread + 1) % maxThreads
  const thread = threads[nextThread]
  if (thread !== undefined && !thread.gone) return thread
  return (threads[nextThread] = new XorbThread())
}

class XorbThread {
  gone = false
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (answer: XorbAnswer) => void; reject: (error: Error) => void }>()
  #next = 1

  constructor() {
    this.#worker = new Worker(new URL('./xorb-worker.ts', import.meta.url), { name: 'portolan-xorb' })
    this.#worker.unref()
    this.#worker.on('message', (reply: XorbReply) => this.#onReply(reply))
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('The xorb thread exited.')))
  }

  run(job: XorbJob): Promise<XorbAnswer> {
    if (this.gone) return Promise.reject(new Error('The xorb thread exited.'))
    const id = this.#next++
    return new Promise((resolve, reject) => {
      // A process may exit while its threads are idle, but not while someone is waiting for one.
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, job }, 'bytes' in job ? [job.bytes.buffer as ArrayBuffer] : [])
    })
  }

  #onReply(reply: XorbReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('answer' in reply) waiting?.resolve(reply.answer)
    else waiting?.reject('malformed' in reply ? new XetFormatError(reply.malformed) : new Error(reply.failed))
  }

  #end(error: Error): void {
    this.gone = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
