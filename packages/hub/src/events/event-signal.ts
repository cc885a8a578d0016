import { sql } from 'kysely'
import type { DbLocation } from '../db/db.ts'
import type { Hub } from '../hub.ts'

/** A notification in every commit costs Postgres more than half of its commits; one in a while costs nothing that can be measured. */
const notifyEveryMs = 50

interface Signal {
  readonly listeners: Set<() => void>
  timer: NodeJS.Timeout | null
}

const signals = new WeakMap<Hub['db'], Signal>()

function signalOf(hub: Hub): Signal {
  let signal = signals.get(hub.db)
  if (!signal) signals.set(hub.db, (signal = { listeners: new Set(), timer: null }))
  return signal
}

/** Wakes this process's readers of the outbox at once, and on Postgres soon those of the others. Only a hint: readers also look by themselves. */
export function signalEvents(hub: Hub): void {
  const signal = signalOf(hub)
  for (const listener of signal.listeners) listener()
  if (hub.db.dialect === 'sqlite' || signal.timer !== null) return
  signal.timer = setTimeout(() => {
    signal.timer = null
    sql`select pg_notify(${channelOf(hub.db.location)}, '')`.execute(hub.db.read).catch((error: unknown) => {
      hub.log.warn('other servers were not told of an event; they find it by themselves', { error: String(error) })
    })
  }, notifyEveryMs)
  // A command that ends first need not wait.
  signal.timer.unref()
}

/** @returns a function that ends it */
export function onEventSignal(hub: Hub, listener: () => void): () => void {
  const { listeners } = signalOf(hub)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hubs in schemas of one database do not wake each other. */
export function channelOf(location: DbLocation): string {
  return location.dialect === 'postgres' && location.schema !== null ? `portolan_event_${location.schema}` : 'portolan_event'
}
