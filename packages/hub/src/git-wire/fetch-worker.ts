import { parentPort } from 'node:worker_threads'
import { answerFetch } from '@portolan/git'
import type { DbLocation, Reader } from '../db/db.ts'
import { openReader } from '../db/open-reader.ts'
import { dbObjectSource, deltaMemory } from './db-object-source.ts'
import { type FetchMessage, type FetchReply, pieceBytes, piecesAhead } from './fetch-job.ts'

/*
 * A thread that makes packs for clones and fetches: all that takes the processor's time happens here, and the thread that serves pages only
 * passes the pieces on. Several answers take turns (`pacedBy`).
 */

/** What is short waits so long for more to go with it. Milliseconds. */
const flushMs = 20
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
  let ahead = 0
  let wake: () => void = () => {}
  leaving.signal.addEventListener('abort', () => wake())
  const send = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    while (ahead >= piecesAhead && !leaving.signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
    leaving.signal.throwIfAborted()
    ahead++
    reply({ id: job.id, kind: 'piece', bytes })
  }
  const taken = (): void => {
    ahead--
    wake()
  }
  const done = answer(job, leaving.signal, send)
    .then(
      () => reply({ id: job.id, kind: 'end' }),
      (error: unknown) =>
        reply({ id: job.id, kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    .finally(() => running.delete(job.id))
  running.set(job.id, { location: JSON.stringify(job.location), leaving, done, taken })
}

async function answer(
  { location, repoId, refs, request }: Extract<FetchMessage, { kind: 'fetch' }>,
  signal: AbortSignal,
  send: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const hub = readerOf(location)
  let held: Buffer[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | null = null
  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (bytes === 0) return
    // A buffer of its own, so that it can be given away.
    const piece = new Uint8Array(bytes)
    let at = 0
    for (const part of held) {
      piece.set(part, at)
      at += part.length
    }
    held = []
    bytes = 0
    await send(piece)
  }
  try {
    for await (const piece of answerFetch(
      { source: dbObjectSource(hub, repoId), deltas: deltaMemory(hub, repoId), refs, signal },
      request,
    )) {
      held.push(piece)
      bytes += piece.length
      if (bytes >= pieceBytes) await flush()
      // What fails here fails again at the next piece.
      else timer ??= setTimeout(() => void flush().catch(() => {}), flushMs)
    }
    await flush()
  } finally {
    if (timer) clearTimeout(timer)
  }
}
