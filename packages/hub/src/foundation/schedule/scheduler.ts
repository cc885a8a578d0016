import type { Logger } from '../../logger.ts'
import { type Clock, systemClock } from './clock.ts'

/*
 * Our own code, after evaluating the libraries (November 2026): croner 11 and toad-scheduler 4 start jobs well and can prevent overlapping runs, but
 * neither waits for running jobs when it stops, aborts them, spreads jobs with the same period, or accepts a clock; they would save us only a timer.
 */

/** A recurring task of a server. */
export interface Job {
  /** Description for people: `prune the outbox`. Unique. */
  readonly name: string
  /** From the start of one run to the start of the next. Milliseconds. */
  readonly everyMs: number
  /** Random jitter of each start, as a fraction of the period: keeps jobs with the same period, and several servers, from starting together. Default: none. */
  readonly jitter?: number
  /** Also runs immediately, rather than only after the first period. */
  readonly atStart?: boolean
  /** @param signal fires when the scheduler stops: jobs that can be resumed later should end soon */
  run(signal: AbortSignal): unknown
}

/** Statistics of a job, for metrics and administrators. */
export interface JobStatus {
  readonly name: string
  readonly everyMs: number
  readonly isRunning: boolean
  /** Completed runs, and how many of them failed. */
  readonly runs: number
  readonly failures: number
  /** Starts skipped because the job was still running. */
  readonly skipped: number
  readonly startedAt: Date | null
  /** Duration of the last completed run. Milliseconds. */
  readonly durationMs: number | null
  /** Error of the last run, if it failed. */
  readonly error: string | null
}

export interface SchedulerOptions {
  readonly log: Logger
  readonly clock?: Clock
  /** Between 0 and 1, for {@link Job.jitter}. */
  readonly random?: () => number
  /** How long stopping waits for running jobs. Milliseconds. */
  readonly timeoutMs?: number
}

interface Entry {
  readonly job: Job
  running: Promise<void> | null
  cancel: () => void
  runs: number
  failures: number
  skipped: number
  startedAt: number | null
  durationMs: number | null
  error: string | null
}

/**
 * Runs each job periodically, never twice at once: a start that comes due while the job is still running is skipped. Errors are logged, and the
 * job runs again after its period. Disposing starts nothing more, aborts running jobs, and waits for them.
 */
export class Scheduler implements AsyncDisposable {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #random: () => number
  readonly #timeoutMs: number
  readonly #entries = new Map<string, Entry>()
  readonly #stop = new AbortController()
  #isStarted = false

  constructor({ log, clock = systemClock, random = Math.random, timeoutMs = 10_000 }: SchedulerOptions) {
    this.#log = log
    this.#clock = clock
    this.#random = random
    this.#timeoutMs = timeoutMs
  }

  /** @throws when a job with this name exists */
  add(...jobs: readonly Job[]): void {
    for (const job of jobs) {
      if (this.#entries.has(job.name)) throw new Error(`There are two jobs named ${job.name}`)
      const entry: Entry = {
        job,
        running: null,
        cancel: () => {},
        runs: 0,
        failures: 0,
        skipped: 0,
        startedAt: null,
        durationMs: null,
        error: null,
      }
      this.#entries.set(job.name, entry)
      if (this.#isStarted) this.#begin(entry)
    }
  }

  /** Starts the scheduler. Until then nothing runs by itself. */
  start(): this {
    if (this.#isStarted) return this
    this.#isStarted = true
    for (const entry of this.#entries.values()) this.#begin(entry)
    return this
  }

  /** In the order in which they were added. */
  get jobs(): JobStatus[] {
    return [...this.#entries.values()].map(({ job, running, startedAt, cancel: _cancel, ...rest }) => ({
      name: job.name,
      everyMs: job.everyMs,
      isRunning: running !== null,
      startedAt: startedAt === null ? null : new Date(startedAt),
      ...rest,
    }))
  }

  /** Runs a job now, or joins its current run. The outcome is in {@link jobs}. @throws when there is no job with this name */
  async run(name: string): Promise<void> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error(`There is no job named ${name}`)
    await this.#run(entry)
  }

  /** Resolves when no job runs. */
  async idle(): Promise<void> {
    for (let running = this.#running(); running.length > 0; running = this.#running()) await Promise.all(running)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    for (const entry of this.#entries.values()) entry.cancel()
    const patience = Promise.withResolvers<void>()
    const cancel = this.#clock.after(this.#timeoutMs, patience.resolve)
    await Promise.race([this.idle(), patience.promise])
    cancel()
    const left = [...this.#entries.values()].filter(({ running }) => running !== null).map(({ job }) => job.name)
    if (left.length > 0) this.#log.warn('stopping without waiting for running jobs any longer', { jobs: left.join(', ') })
  }

  #running(): Promise<void>[] {
    return [...this.#entries.values()].flatMap(({ running }) => running ?? [])
  }

  #begin(entry: Entry): void {
    this.#arm(entry)
    if (entry.job.atStart === true) void this.#run(entry)
  }

  #arm(entry: Entry): void {
    const { everyMs, jitter = 0 } = entry.job
    const wait = everyMs * (1 + jitter * (2 * this.#random() - 1))
    entry.cancel = this.#clock.after(wait, () => {
      this.#arm(entry)
      if (entry.running === null) void this.#run(entry)
      else entry.skipped++
    })
  }

  #run(entry: Entry): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve()
    return (entry.running ??= this.#work(entry).finally(() => (entry.running = null)))
  }

  async #work(entry: Entry): Promise<void> {
    const { job } = entry
    const started = this.#clock.now()
    entry.startedAt = started
    try {
      await job.run(this.#stop.signal)
      entry.error = null
    } catch (error) {
      entry.error = error instanceof Error ? error.message : String(error)
      entry.failures++
      this.#log.error('a job failed', { job: job.name, error: entry.error })
    }
    entry.runs++
    entry.durationMs = this.#clock.now() - started
  }
}
