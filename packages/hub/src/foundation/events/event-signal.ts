import { sql } from 'kysely'
import type { DbLocation } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** Notifying in every commit costs Postgres more than half of its commit rate; an occasional notification costs nothing measurable. */
const notifyEveryMs = 50

interface Signal extends Disposable {
  readonly listeners: Set<() => void>
  timer: NodeJS.Timeout | null
}

const signalOf = hubState('event-signal', (): Signal => {
  const signal: Signal = {
    listeners: new Set(),
    timer: null,
    // The last changes of a closed hub are not announced: others poll anyway.
    [Symbol.dispose]: () => clearTimeout(signal.timer ?? undefined),
  }
  return signal
})

/** Wakes this process's readers of the outbox immediately, and on Postgres those of other processes shortly after. Only a hint: readers also poll. */
export function signalEvents(hub: Hub): void {
  const signal = signalOf(hub)
  for (const listener of signal.listeners) listener()
  if (hub.db.dialect === 'sqlite' || signal.timer !== null) return
  signal.timer = setTimeout(() => {
    signal.timer = null
    sql`select pg_notify(${channelOf(hub.db.location)}, '')`.execute(hub.db.read).catch((error: unknown) => {
      hub.log.warn('could not notify other servers of an event; they will find it by polling', { error: String(error) })
    })
  }, notifyEveryMs)
  // A short-lived command need not wait for it.
  signal.timer.unref()
}

/** @returns a function that unsubscribes */
export function onEventSignal(hub: Hub, listener: () => void): () => void {
  const { listeners } = signalOf(hub)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hubs in schemas of one database do not wake each other. */
export function channelOf(location: DbLocation): string {
  return location.dialect === 'postgres' && location.schema !== null ? `portolan_event_${location.schema}` : 'portolan_event'
}
