import type { Clock } from '../clock.ts'

/** A clock that advances only when waited on, immediately. `waits` lists the pauses taken, in milliseconds. */
export interface FakeClock extends Clock {
  readonly waits: number[]
}

/** Starts at midnight UTC on January 1, 2027. */
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
