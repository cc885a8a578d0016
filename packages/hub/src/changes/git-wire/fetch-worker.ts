import { parentPort } from 'node:worker_threads'
import { answerFetch } from '@portolan/git'
import { lowerThreadPriority } from '@portolan/sandbox'
import type { DbLocation } from '../../foundation/db/db.ts'
import { openReader, type OpenReader } from '../../foundation/db/open-reader.ts'
import type { HasReader } from '../../foundation/git-store/index.ts'
import { HubStates } from '../../hub-state.ts'
import { dbObjectSource, deltaMemory } from './db-object-source.ts'
import type { FetchMessage, FetchReply } from './fetch-job.ts'
import { PieceQueue } from './piece-queue.ts'

/*
 * A thread that makes packs for clones and fetches: all CPU-bound work happens here, and the thread that serves pages only
 * forwards the pieces. Concurrent responses take turns (`pacedBy`).
 */

/** Postgres connections of one thread. */
const maxConnections = 2

interface Running {
  readonly location: string
  readonly leaving: AbortController
  readonly done: Promise<void>
  taken(): void
}

interface ThreadReader extends HasReader {
  readonly db: { readonly read: OpenReader }
}

const running = new Map<number, Running>()

lowerThreadPriority()
const readers = new Map<string, ThreadReader>()

parentPort?.on('message', (message: FetchMessage) => {
  if (message.kind === 'taken') running.get(message.id)?.taken()
  else if (message.kind === 'leave') running.get(message.id)?.leaving.abort(new Error('The client disconnected'))
  else if (message.kind === 'close') void close(message.id, JSON.stringify(message.location))
  else start(message)
})

function reply(message: FetchReply): void {
  parentPort?.postMessage(message, message.kind === 'piece' ? [message.bytes.buffer as ArrayBuffer] : [])
}

function readerOf(location: DbLocation): ThreadReader {
  const key = JSON.stringify(location)
  const known = readers.get(key) ?? { db: { read: openReader(location, maxConnections) }, states: new HubStates(noHub) }
  readers.set(key, known)
  return known
}

/** The thread's caches can be created without a hub. */
function noHub(): never {
  throw new Error('A thread has no hub')
}

async function close(id: number, key: string): Promise<void> {
  const ending = [...running.values()].filter(({ location }) => location === key)
  for (const { leaving } of ending) leaving.abort(new Error('The hub is closing'))
  await Promise.all(ending.map(({ done }) => done))
  const hub = readers.get(key)
  readers.delete(key)
  await hub?.db.read.destroy()
  reply({ id, kind: 'end' })
}

function start(job: Extract<FetchMessage, { kind: 'fetch' }>): void {
  const leaving = new AbortController()
  const line = new PieceQueue((bytes) => reply({ id: job.id, kind: 'piece', bytes }), leaving.signal)
  const done = answer(job, leaving.signal, line)
    .then(
      () => reply({ id: job.id, kind: 'end' }),
      (error: unknown) =>
        reply({ id: job.id, kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    .finally(() => running.delete(job.id))
  running.set(job.id, { location: JSON.stringify(job.location), leaving, done, taken: () => line.taken() })
}

async function answer(
  { location, repo, refs, request }: Extract<FetchMessage, { kind: 'fetch' }>,
  signal: AbortSignal,
  line: PieceQueue,
): Promise<void> {
  const hub = readerOf(location)
  try {
    const pieces = answerFetch({ source: dbObjectSource(hub, repo), deltas: deltaMemory(hub, repo), refs, signal }, request)
    for await (const piece of pieces) await line.push(piece)
    await line.end()
  } finally {
    line.stop()
  }
}
