import type { Clock } from '../clock.ts'

/** A clock that moves only by being waited on, at once. `waits` are the pauses taken, in milliseconds. */
export interface FakeClock extends Clock {
  readonly waits: number[]
}

/** Starts at 1 January 2027, midnight UTC. */
export function fakeClock(): FakeClock {
  const waits: number[] = []
  let time = Date.UTC(2027, 0, 1)
  return {
    waits,
    now: () => time,
    async wait(milliseconds, signal) {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      time += milliseconds
    },
  }
}
