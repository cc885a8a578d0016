import type { Hub } from '../../hub.ts'
import type { HasStates } from '../../hub-state.ts'
import { inferenceState } from './inference-state.ts'

/** Recent health of one model on one upstream. */
export interface RouteHealth {
  /** Consecutive failures. */
  failures: number
  /** Until then, others are preferred. Milliseconds since 1970. */
  restsUntil: number
  /** Time to first byte of the last calls. Milliseconds. */
  readonly firstByteMs: number[]
  /** Of the last streams. */
  readonly tokensPerSecond: number[]
  lastUsed: number
}

const kept = 50
/** After this many consecutive failures an upstream is paused; each further one doubles the time. */
const failuresToRest = 3
const firstRestMs = 30_000
const longestRestMs = 10 * 60_000

/** @param model the upstream's own id; empty for the upstream as a whole */
export function routeHealth(hub: HasStates, upstream: string, model: string): RouteHealth {
  const { health } = inferenceState(hub)
  const key = `${upstream}\n${model}`
  let found = health.get(key)
  if (!found) {
    found = { failures: 0, restsUntil: 0, firstByteMs: [], tokensPerSecond: [], lastUsed: 0 }
    health.set(key, found)
  }
  return found
}

/** Records a successful call. */
export function recordRouteSuccess(hub: Hub, health: RouteHealth, measured: { firstByteMs?: number; tokensPerSecond?: number }): void {
  health.failures = 0
  health.restsUntil = 0
  health.lastUsed = hub.now().getTime()
  if (measured.firstByteMs !== undefined) push(health.firstByteMs, measured.firstByteMs)
  if (measured.tokensPerSecond !== undefined && Number.isFinite(measured.tokensPerSecond))
    push(health.tokensPerSecond, measured.tokensPerSecond)
}

/** Records a call that the upstream failed: not caller errors, and not calls the caller abandoned. */
export function recordRouteFailure(hub: Hub, health: RouteHealth, retryAfterSeconds: number | null = null): void {
  const now = hub.now().getTime()
  health.failures++
  health.lastUsed = now
  const beyond = health.failures - failuresToRest
  if (beyond >= 0) health.restsUntil = now + Math.min(firstRestMs * 2 ** Math.min(beyond, 10), longestRestMs)
  if (retryAfterSeconds !== null) health.restsUntil = Math.max(health.restsUntil, now + Math.min(retryAfterSeconds * 1000, longestRestMs))
}

export function isResting(hub: Hub, health: RouteHealth): boolean {
  return health.restsUntil > hub.now().getTime()
}

/** The median of the last values; `null` before the first one. */
export function typical(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}

function push(values: number[], value: number): void {
  values.push(value)
  if (values.length > kept) values.shift()
}
