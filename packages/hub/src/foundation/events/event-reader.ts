import type { Hub } from '../../hub.ts'
import { currentPosition, type EventBatch, type EventPosition, eventsSince } from './event-log.ts'
import { onEventSignal } from './event-signal.ts'
import { listenForEvents } from './listen-for-events.ts'

/** More at once than this is not told apart: a process that slept through it has its listeners look at everything anew. */
const maxBatch = 10_000

/** Takes a batch in; the next one waits for it. */
export type TakeBatch = (batch: EventBatch) => Promise<void>

/** The one reader of the outbox in this process. Each event comes once and in order, whichever process wrote it. */
export interface EventReader extends AsyncDisposable {
  /** After the last batch that was taken in. */
  readonly position: EventPosition
  /** Resolves when everything committed before the call was taken in, or could not be read. To be called every second or so: not every wake-up arrives. */
  catchUp(): Promise<void>
}

/** Starts at the end of the outbox. @throws when the database does not answer */
export async function startEventReader(hub: Hub, take: TakeBatch): Promise<EventReader> {
  const { db, log } = hub
  let position = await currentPosition(db.read, db.dialect)
  let running: Promise<void> | null = null
  let isStale = false
  let isStopped = false

  const read = async (): Promise<void> => {
    while (isStale && !isStopped) {
      isStale = false
      const batch = await eventsSince(db.read, db.dialect, position, maxBatch)
      if (batch.events.length > 0 && !isStopped) await take(batch)
      position = batch.position
    }
  }
  const wake = (): Promise<void> => {
    isStale = true
    running ??= read()
      .catch((error: unknown) => log.error('the outbox could not be read; trying again', { error: String(error) }))
      .finally(() => {
        running = null
        // Woken between its last look and here.
        if (isStale && !isStopped) void wake()
      })
    return running
  }
  const unsubscribe = onEventSignal(hub, () => void wake())
  const stopListening = listenForEvents(hub, () => void wake())
  return {
    get position() {
      return position
    },
    async catchUp() {
      await wake()
      if (running !== null) await running
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      unsubscribe()
      await stopListening()
      await running
    },
  }
}
