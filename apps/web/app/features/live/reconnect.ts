/*
 * Decides when the page holds a live connection, as a pure state machine: `step` takes an event and the current time, and returns the next state. A
 * driver opens and closes connections as the state requires, and sends a tick at `dueAt`. All times are milliseconds of one clock.
 */

export const liveTimes = {
  /** Connection attempts that take longer have failed. */
  openingMs: 10_000,
  /** Delays before each retry; the last one applies to all further retries. */
  delaysMs: [1_000, 2_000, 5_000, 10_000],
  /** The hub is never silent for longer than 25 s. Allows for two missed heartbeats, plus time for a third to arrive. */
  silenceMs: 60_000,
  /** How long a hidden page keeps its connection. */
  hiddenMs: 60_000,
  /** A connection that lasted this long was healthy: the next failure starts again with the shortest delay. */
  goodMs: 10_000,
} as const

export type Phase =
  /** No topics are subscribed. */
  | { readonly name: 'off' }
  | { readonly name: 'opening'; readonly since: number }
  | { readonly name: 'open'; readonly since: number; readonly heardAt: number }
  | { readonly name: 'waiting'; readonly until: number }
  /** The page is hidden: no connection. */
  | { readonly name: 'paused' }

export interface LiveState {
  readonly phase: Phase
  /** Identifies the connection: a new number means a new connection. */
  readonly attempt: number
  /** Consecutive failures. */
  readonly failures: number
  readonly isWanted: boolean
  readonly hiddenSince: number | null
}

export type LiveEvent =
  /** Topics were subscribed, or the set of topics changed. */
  | { readonly type: 'wanted' }
  | { readonly type: 'unwanted' }
  | { readonly type: 'opened' }
  /** Any data arrived, including a heartbeat. */
  | { readonly type: 'heard' }
  | { readonly type: 'lost'; readonly retryAfterMs?: number }
  | { readonly type: 'hidden' }
  | { readonly type: 'shown' }
  /** Another page of this browser is opening a connection: browsers allow only six per host. */
  | { readonly type: 'elsewhere' }
  | { readonly type: 'online' }
  | { readonly type: 'tick' }

export const initialState: LiveState = { phase: { name: 'off' }, attempt: 0, failures: 0, isWanted: false, hiddenSince: null }

export function isActive({ phase }: LiveState): boolean {
  return phase.name === 'opening' || phase.name === 'open'
}

export function step(state: LiveState, event: LiveEvent, now: number): LiveState {
  switch (event.type) {
    case 'wanted':
      return state.hiddenSince === null || isActive(state) ? open({ ...state, isWanted: true }, now) : pause({ ...state, isWanted: true })
    case 'unwanted':
      return { ...state, isWanted: false, phase: { name: 'off' } }
    case 'opened':
      return state.phase.name === 'opening' ? { ...state, phase: { name: 'open', since: now, heardAt: now } } : state
    case 'heard':
      return state.phase.name === 'open' ? { ...state, phase: { ...state.phase, heardAt: now } } : state
    case 'lost':
      return isActive(state) ? lose(state, now, event.retryAfterMs ?? 0) : state
    case 'hidden':
      return { ...state, hiddenSince: state.hiddenSince ?? now }
    case 'shown': {
      const shown = { ...state, hiddenSince: null }
      // A user who returns to the page should not have to wait for the rest of the retry delay.
      return shown.isWanted && !isActive(shown) ? open(shown, now) : shown
    }
    case 'elsewhere':
      return state.hiddenSince === null || !state.isWanted ? state : pause(state)
    case 'online':
      return state.phase.name === 'waiting' ? open(state, now) : state
    case 'tick':
      return tick(state, now)
  }
}

/** Returns when the next `tick` is due; `null` for never. */
export function dueAt({ phase, hiddenSince, isWanted }: LiveState): number | null {
  const own = {
    off: null,
    paused: null,
    opening: phase.name === 'opening' ? phase.since + liveTimes.openingMs : null,
    open: phase.name === 'open' ? phase.heardAt + liveTimes.silenceMs : null,
    waiting: phase.name === 'waiting' ? phase.until : null,
  }[phase.name]
  const hidden = hiddenSince === null || !isWanted || phase.name === 'paused' ? null : hiddenSince + liveTimes.hiddenMs
  if (own === null || hidden === null) return own ?? hidden
  return Math.min(own, hidden)
}

function tick(state: LiveState, now: number): LiveState {
  const { phase, hiddenSince } = state
  if (state.isWanted && hiddenSince !== null && now >= hiddenSince + liveTimes.hiddenMs) return pause(state)
  if (phase.name === 'opening' && now >= phase.since + liveTimes.openingMs) return lose(state, now, 0)
  if (phase.name === 'open' && now >= phase.heardAt + liveTimes.silenceMs) return lose(state, now, 0)
  if (phase.name === 'waiting' && now >= phase.until) return open(state, now)
  return state
}

function open(state: LiveState, now: number): LiveState {
  return { ...state, attempt: state.attempt + 1, phase: { name: 'opening', since: now } }
}

function pause(state: LiveState): LiveState {
  return { ...state, failures: 0, phase: { name: 'paused' } }
}

function lose(state: LiveState, now: number, retryAfterMs: number): LiveState {
  const wasGood = state.phase.name === 'open' && now - state.phase.since >= liveTimes.goodMs
  const failures = wasGood ? 1 : state.failures + 1
  const delay = liveTimes.delaysMs[Math.min(failures, liveTimes.delaysMs.length) - 1] ?? 0
  return { ...state, failures, phase: { name: 'waiting', until: now + Math.max(delay, retryAfterMs) } }
}
