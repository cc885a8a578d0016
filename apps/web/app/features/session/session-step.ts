/** Times of the session check, in milliseconds. */
export const sessionTimes = {
  checkEveryMs: 30_000,
  /** Three checks before the session expires. */
  refreshWithinMs: 90_000,
  /** Pause after a failed refresh. */
  coolDownMs: 60_000,
} as const

export interface SessionState {
  /** By the local clock. */
  readonly expiresAt: number
  readonly failedAt: number | null
}

/** Returns the action for a check: nothing, renew the session, or query whether it is over (another page may have renewed it). */
export function sessionStep({ expiresAt, failedAt }: SessionState, now: number): 'nothing' | 'refresh' | 'ask' {
  const isCooling = failedAt !== null && now - failedAt < sessionTimes.coolDownMs
  if (expiresAt - now > sessionTimes.refreshWithinMs || isCooling) return 'nothing'
  return now < expiresAt ? 'refresh' : 'ask'
}

/** Converts the session's expiry to the local clock, which may be off: the hub sends its own time along. */
export function localExpiry(session: { readonly expiresAt: string; readonly now: string }, localNow: number): number {
  return localNow + Date.parse(session.expiresAt) - Date.parse(session.now)
}
