import { sql } from 'kysely'
import type { Hub } from '../../hub.ts'
import { currentPosition, type EventPosition } from './event-log.ts'

/** How long readers may be away and still receive every event. `pruneEvents` keeps the rows for that long. */
export const eventsKeptMs = 7 * 24 * 3600 * 1000

/** A position as clients keep it: `<milliseconds since 1970, base 36>.<position>`. */
export function toCursor(position: EventPosition, at: number): string {
  return `${at.toString(36)}.${position}`
}

/**
 * Parses a cursor from outside.
 * @returns `null` when it is malformed, too old, or from another database: the reader then has to reload everything
 */
export async function positionOf(hub: Hub, cursor: string): Promise<EventPosition | null> {
  const [, at, position] = (cursor.length <= 4_000 && /^([0-9a-z]{1,9})\.([\d:,]+)$/.exec(cursor)) || []
  if (at === undefined || position === undefined) return null
  const now = hub.now().getTime()
  const age = now - parseInt(at, 36)
  // One minute, because the clocks of two servers differ.
  if (age > eventsKeptMs - 60_000 || age < -60_000) return null
  if (hub.db.dialect === 'sqlite') return await knownId(hub, position)
  return await knownSnapshot(hub, position)
}

async function knownId(hub: Hub, position: string): Promise<EventPosition | null> {
  if (!/^\d{1,15}$/.test(position)) return null
  return Number(position) <= Number(await currentPosition(hub.db.read, 'sqlite')) ? position : null
}

async function knownSnapshot(hub: Hub, position: string): Promise<EventPosition | null> {
  const [, low, high, open] = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/.exec(position) ?? []
  if (low === undefined || high === undefined) return null
  const running = open === undefined ? [] : open.split(',').map(BigInt)
  const isOrdered = [BigInt(low), ...running].every((id, i, ids) => i === 0 || id >= (ids[i - 1] ?? id))
  if (BigInt(low) === 0n || BigInt(high) < BigInt(low) || !isOrdered || running.some((id) => id >= BigInt(high))) return null
  const { rows } = await sql<{
    known: boolean
  }>`select ${high}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`.execute(hub.db.read)
  return rows[0]?.known === true ? position : null
}
