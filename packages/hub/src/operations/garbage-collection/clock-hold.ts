import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/*
 * Grace periods are differences of wall-clock times, and a wrong clock makes young things look old. Therefore the wall clock is compared with the time since
 * the machine booted, and with the clock of the database. After a jump, nothing is freed for as long as the longest grace period: then whatever was there
 * before the jump has really been there for that long.
 */

/** Corrections by NTP and the inaccuracy of clocks stay below this. Milliseconds. */
const toleranceMs = 5 * 60_000
const dayMs = 86_400_000
/** How often the state is written. Milliseconds. */
const noteEveryMs = 60_000
const noteName = 'clock'
const holdName = 'clock_hold'

/** The clocks as last seen. Milliseconds. */
interface Seen {
  readonly wall: number
  readonly uptime: number
  /** Changes with each start of the machine. */
  readonly boot: string
}

/** Until when nothing is freed, and why. */
export interface ClockHold {
  readonly until: Date
  readonly reason: string
}

interface State {
  seen: Seen | null
  notedAt: number
  /** How often the clock was found to be wrong, and how it was at the last look. */
  jumps: number
  problem: string | null
}

const clocks = hubState('clocks', (): State => ({ seen: null, notedAt: -Infinity, jumps: 0, problem: null }))

/**
 * Looks at the clocks, and says whether anything may be freed that is old enough.
 * @returns `null` when it may
 */
export async function clockHold(hub: Hub): Promise<ClockHold | null> {
  const problem = await findJump(hub)
  const state = clocks(hub)
  // A difference from the database is found at every look, and counts once.
  if (problem !== null && problem.reason !== state.problem) state.jumps++
  state.problem = problem?.reason ?? null
  const now = hub.now().getTime()
  const longest = Math.max(hub.config.gcGraceMs, dayMs)
  if (problem !== null) {
    hub.log.warn('the clock is not reliable; nothing is freed for now', { reason: problem.reason })
    await write(hub, holdName, { until: now + Math.min(problem.ms, longest), reason: problem.reason })
  }
  const row = await read<{ until: number; reason: string }>(hub, holdName)
  if (row === null || row.until <= now) return null
  // Written while the clock was ahead: it counts from now.
  const until = Math.min(row.until, now + longest)
  if (until < row.until) await write(hub, holdName, { ...row, until })
  return { until: new Date(until), reason: row.reason }
}

/** What the last look at the clocks has found, for monitoring: jumps since this process started, and whether anything may be freed. */
export async function clockState(hub: Hub): Promise<{ readonly jumps: number; readonly hold: ClockHold | null }> {
  const row = await read<{ until: number; reason: string }>(hub, holdName)
  const isOver = row === null || row.until <= hub.now().getTime()
  return { jumps: clocks(hub).jumps, hold: isOver ? null : { until: new Date(row.until), reason: row.reason } }
}

/** Somebody has checked that the clock is right: whatever is due may be freed. */
export async function trustClock(hub: Hub): Promise<void> {
  await findJump(hub)
  await hub.db.write((tx) => tx.deleteFrom('setting').where('name', '=', holdName).execute())
}

/** Why old things may be younger than they look, and for how long to wait; milliseconds. */
async function findJump(hub: Hub): Promise<{ reason: string; ms: number } | null> {
  const state = clocks(hub)
  const current: Seen = { wall: hub.now().getTime(), uptime: hub.machine.uptimeMs(), boot: hub.machine.boot }
  const before = state.seen ?? (await read<Seen>(hub, noteName))
  const isFirst = state.seen === null
  const found = (before === null ? null : jumpSince(before, current)) ?? (await differenceFromDatabase(hub))
  state.seen = current
  if (isFirst || found !== null || current.uptime - state.notedAt >= noteEveryMs) {
    state.notedAt = current.uptime
    await write(hub, noteName, current)
  }
  return found
}

function jumpSince(before: Seen, { wall, uptime, boot }: Seen): { reason: string; ms: number } | null {
  const passed = wall - before.wall
  if (before.boot === boot) {
    const drift = passed - (uptime - before.uptime)
    if (Math.abs(drift) <= toleranceMs) return null
    return { reason: `the clock of this machine was set ${drift < 0 ? 'back' : 'forward'} by ${duration(Math.abs(drift))}`, ms: Infinity }
  }
  if (passed < -toleranceMs)
    return { reason: `the clock of this machine is ${duration(-passed)} behind the last recorded time`, ms: Infinity }
  // It was probably off. A day of waiting is enough for uploads that were under way when it stopped.
  return passed > dayMs ? { reason: `no server was running for ${duration(passed)}, or the clock was set forward`, ms: dayMs } : null
}

async function differenceFromDatabase(hub: Hub): Promise<{ reason: string; ms: number } | null> {
  const before = hub.now().getTime()
  const there = await hub.machine.databaseNow()
  if (there === null) return null
  const difference = there < before ? before - there : Math.max(0, there - hub.now().getTime())
  if (difference <= toleranceMs) return null
  return { reason: `the clock of this machine differs from that of the database by ${duration(difference)}`, ms: Infinity }
}

function duration(ms: number): string {
  const hours = ms / 3_600_000
  return hours < 1 ? `${Math.round(ms / 60_000)} minutes` : hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
}

async function read<T>(hub: Hub, name: string): Promise<T | null> {
  const row = await hub.db.read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.value) as T)
}

async function write(hub: Hub, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content)
  await hub.db.write((tx) =>
    tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}
