import { setImmediate } from 'node:timers'

/*
 * How work shares an event loop. Whoever works long asks now and then whether its turn is over, and waits for the next one. In each round of the
 * event loop, the requests that have arrived run first, then the database queries that waited, then one long job: however many long jobs there are,
 * a request waits for one slice of one of them.
 */

/** How long one piece of work may hold the event loop. Milliseconds. */
const sliceMs = 5

/** When the current piece of work began, as far as known. */
let since: number | null = null
const queries: (() => void)[] = []
const jobs: (() => void)[] = []
let isScheduled = false

/** Whether work has held the event loop for its share of time. */
export function isTurnOver(): boolean {
  const now = performance.now()
  since ??= now
  schedule()
  return now - since >= sliceMs
}

/** Waits for the next turn of a database query: all of them run before the next long job. */
export function nextQueryTurn(): Promise<void> {
  return waitIn(queries)
}

/** Waits for the next turn of a long job: one job runs per round of the event loop. */
export function nextJobTurn(): Promise<void> {
  return waitIn(jobs)
}

function waitIn(line: (() => void)[]): Promise<void> {
  schedule()
  return new Promise((resolve) => line.push(resolve))
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  // What a callback resumes runs before the next callback.
  setImmediate(() => {
    since = performance.now()
    for (const resume of queries.splice(0)) resume()
  })
  setImmediate(() => {
    since = performance.now()
    jobs.shift()?.()
  })
  setImmediate(() => {
    since = null
    isScheduled = false
    if (queries.length > 0 || jobs.length > 0) schedule()
  })
}
