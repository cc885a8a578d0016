import { parentPort } from 'node:worker_threads'
import { answerFetch } from '@portolan/git'
import type { DbLocation, Reader } from '../db/db.ts'
import { openReader } from '../db/open-reader.ts'
import { dbObjectSource, deltaMemory } from './db-object-source.ts'
import type { FetchMessage, FetchReply } from './fetch-job.ts'
import { PieceLine } from './piece-line.ts'

/*
 * A thread that makes packs for clones and fetches: all that takes the processor's time happens here, and the thread that serves pages only
 * passes the pieces on. Several answers take turns (`pacedBy`).
 */

/** To Postgres, of one thread. */
const maxConnections = 2

interface Running {
  readonly location: string
  readonly leaving: AbortController
  readonly done: Promise<void>
  taken(): void
}

const running = new Map<number, Running>()
const readers = new Map<string, { readonly db: { readonly read: Reader } }>()

parentPort?.on('message', (message: FetchMessage) => {
  if (message.kind === 'taken') running.get(message.id)?.taken()
  else if (message.kind === 'leave') running.get(message.id)?.leaving.abort(new Error('The client has gone'))
  else if (message.kind === 'close') void close(message.id, JSON.stringify(message.location))
  else start(message)
})

function reply(message: FetchReply): void {
  parentPort?.postMessage(message, message.kind === 'piece' ? [message.bytes.buffer as ArrayBuffer] : [])
}

function readerOf(location: DbLocation): { readonly db: { readonly read: Reader } } {
  const key = JSON.stringify(location)
  const known = readers.get(key) ?? { db: { read: openReader(location, maxConnections) } }
  readers.set(key, known)
  return known
}

async function close(id: number, key: string): Promise<void> {
  const ending = [...running.values()].filter(({ location }) => location === key)
  for (const { leaving } of ending) leaving.abort(new Error('The hub is being closed'))
  await Promise.all(ending.map(({ done }) => done))
  const hub = readers.get(key)
  readers.delete(key)
  await hub?.db.read.destroy()
  reply({ id, kind: 'end' })
}

function start(job: Extract<FetchMessage, { kind: 'fetch' }>): void {
  const leaving = new AbortController()
  const line = new PieceLine((bytes) => reply({ id: job.id, kind: 'piece', bytes }), leaving.signal)
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
  { location, repoId, refs, request }: Extract<FetchMessage, { kind: 'fetch' }>,
  signal: AbortSignal,
  line: PieceLine,
): Promise<void> {
  const hub = readerOf(location)
  try {
    const pieces = answerFetch({ source: dbObjectSource(hub, repoId), deltas: deltaMemory(hub, repoId), refs, signal }, request)
    for await (const piece of pieces) await line.push(piece)
    await line.end()
  } finally {
    line.stop()
  }
}
