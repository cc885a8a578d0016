import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { postgresOptions } from '../db/open-postgres.ts'
import type { Hub } from '../../hub.ts'
import { channelOf } from './event-signal.ts'

/** Half of the time in which others are to hear of an event again, once Postgres is back. Milliseconds. */
const retryMs = 1_500
const connectMs = 5_000

/**
 * Listens for notifications from other processes, on a separate connection; on SQLite there is nothing to listen to. Reconnects when the connection is lost.
 * @returns a function that stops it
 */
export function listenForEvents(hub: Hub, wake: () => void): () => Promise<void> {
  const { location } = hub.db
  if (location.dialect === 'sqlite') return async () => {}
  const { url, schema } = location
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let isStopped = false

  const again = (): void => {
    if (isStopped || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, retryMs)
    retry.unref()
  }
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...postgresOptions(url, schema), keepAlive: true, connectionTimeoutMillis: connectMs })
    client = next
    next.on('notification', wake)
    next.on('error', (error) => hub.log.warn('lost the connection that listens for events', { error: String(error) }))
    next.on('end', again)
    try {
      await next.connect()
      await next.query(`listen "${channelOf(location)}"`)
      // Catches up on notifications sent while nobody was listening.
      wake()
    } catch (error) {
      hub.log.warn('no connection to listen for events; polling every second', { error: String(error) })
      await next.end().catch(() => {})
      again()
    }
  }
  const connecting = connect()
  return async () => {
    isStopped = true
    if (retry !== null) clearTimeout(retry)
    await connecting
    await endOf(client)
  }
}

/** A frozen Postgres does not answer the goodbye. */
async function endOf(client: pg.Client | null): Promise<void> {
  const ended = client?.end().catch(() => {})
  await Promise.race([ended, delay(connectMs, undefined, { ref: false })])
}
