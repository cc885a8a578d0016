/** Times of the session check, in milliseconds. */
export const sessionTimes = {
  checkEveryMs: 30_000,
  /** Three checks before the end. */
  refreshWithinMs: 90_000,
  /** After a refresh that did not work. */
  coolDownMs: 60_000,
} as const

export interface SessionState {
  /** By the clock of this machine. */
  readonly expiresAt: number
  readonly failedAt: number | null
}

/** What a check has to do: nothing, renew the session, or ask whether it is over (another page may have renewed it). */
export function sessionStep({ expiresAt, failedAt }: SessionState, now: number): 'nothing' | 'refresh' | 'ask' {
  const isCooling = failedAt !== null && now - failedAt < sessionTimes.coolDownMs
  if (expiresAt - now > sessionTimes.refreshWithinMs || isCooling) return 'nothing'
  return now < expiresAt ? 'refresh' : 'ask'
}

/** The end of a session by the clock of this machine, which may be off: the hub tells its own time along. */
export function localExpiry(session: { readonly expiresAt: string; readonly now: string }, localNow: number): number {
  return localNow + Date.parse(session.expiresAt) - Date.parse(session.now)
}
