import type { Hub } from '../../hub.ts'
import { currentPosition, type EventBatch, type EventPosition, eventsSince } from './event-log.ts'
import { onEventSignal } from './event-signal.ts'
import { listenForEvents } from './listen-for-events.ts'

/** Larger backlogs are not replayed: a process that fell this far behind has its listeners reload everything. */
const maxBatch = 10_000

/** Processes a batch; the next one waits for it. */
export type TakeBatch = (batch: EventBatch) => Promise<void>

/** The only reader of the outbox in this process. Each event arrives once and in order, whichever process wrote it. */
export interface EventReader extends AsyncDisposable {
  /** The position after the last processed batch. */
  readonly position: EventPosition
  /** Resolves when everything committed before the call was processed, or could not be read. Call it about every second: wake-ups can get lost. */
  catchUp(): Promise<void>
}

/** Starts at the end of the outbox. @throws when the database is unavailable */
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
      .catch((error: unknown) => log.error('could not read the outbox; retrying', { error: String(error) }))
      .finally(() => {
        running = null
        // Woken between the last read and here.
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
