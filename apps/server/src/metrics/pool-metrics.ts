import type { TracingChannel } from 'node:diagnostics_channel'
import {
  type ConnectionEvent,
  connections,
  type JobEvent,
  jobEvents,
  type ObservedStatement,
  type OutgoingCall,
  outgoingCalls,
  statements,
  type StoreCall,
  storeCalls,
} from '@portolan/hub'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** In seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const verbs = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'])

/**
 * Metrics of what requests wait for: database connections and statements, the pools of threads and processes, the store for large files, and other
 * systems. Until disposed.
 */
export function poolMetrics(registry: Registry, location: ObservedStatement['location']): Disposable {
  const stops = [databaseMetrics(registry, location), jobMetrics(registry), storeMetrics(registry), outgoingMetrics(registry)]
  return {
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}

function databaseMetrics(registry: Registry, location: ObservedStatement['location']): () => void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'portolan_database_statement_duration_seconds',
    help: 'Durations of database statements, with their waits for locks, by verb.',
    labelNames: ['verb'],
    buckets,
    registers,
  })
  const failures = new Counter({ name: 'portolan_database_statement_failures_total', help: 'Database statements that failed.', registers })
  const wait = new Histogram({
    name: 'portolan_database_connection_wait_seconds',
    help: 'How long requests and jobs waited for a database connection.',
    buckets,
    registers,
  })
  const used = new Gauge({ name: 'portolan_database_connections_in_use', help: 'Database connections in use.', registers })
  const waiting = new Gauge({ name: 'portolan_database_connections_waiting', help: 'Waiting for a database connection.', registers })
  const begun = new WeakMap<ObservedStatement, number>()
  const subscribers = {
    start(statement: ObservedStatement) {
      if (statement.location === location) begun.set(statement, performance.now())
    },
    end() {},
    asyncStart() {},
    asyncEnd(statement: ObservedStatement) {
      const begin = begun.get(statement)
      if (begin === undefined) return
      const [verb = ''] = /^\w+/.exec(statement.sql.trimStart().toLowerCase()) ?? []
      seconds.observe({ verb: verbs.has(verb) ? verb : 'other' }, (performance.now() - begin) / 1000)
    },
    error(statement: ObservedStatement) {
      if (statement.location === location) failures.inc()
    },
  }
  let [inUse, inLine] = [0, 0]
  const onConnection = (message: unknown) => {
    const event = message as ConnectionEvent
    if (event.location !== location) return
    if (event.kind === 'wait') inLine++
    // What began before anybody listened may end below zero.
    if (event.kind === 'taken' || event.kind === 'failed') inLine = Math.max(0, inLine - 1)
    if (event.kind === 'taken') {
      inUse++
      wait.observe((event.waitedMs ?? 0) / 1000)
    }
    if (event.kind === 'released') inUse = Math.max(0, inUse - 1)
    waiting.set(inLine)
    used.set(inUse)
  }
  statements.subscribe(subscribers as never)
  connections.subscribe(onConnection)
  return () => {
    statements.unsubscribe(subscribers as never)
    connections.unsubscribe(onConnection)
  }
}

/** Pools belong to the process: with several servers in one process, each counts all jobs. */
function jobMetrics(registry: Registry): () => void {
  const registers = [registry]
  const labelNames = ['pool'] as const
  const ended = new Counter({
    name: 'portolan_pool_jobs_total',
    help: 'Jobs of the pools of threads and processes, by outcome: done, failed, or refused because the queue was full or the caller left.',
    labelNames: ['pool', 'outcome'],
    registers,
  })
  const queued = new Histogram({
    name: 'portolan_pool_wait_seconds',
    help: 'How long jobs waited for their turn.',
    labelNames,
    buckets,
    registers,
  })
  const ran = new Histogram({ name: 'portolan_pool_run_seconds', help: 'How long jobs ran.', labelNames, buckets, registers })
  const waiting = new Gauge({ name: 'portolan_pool_jobs_waiting', help: 'Jobs that wait for their turn.', labelNames, registers })
  const running = new Gauge({ name: 'portolan_pool_jobs_running', help: 'Jobs that run.', labelNames, registers })
  const since = new WeakMap<object, number>()
  const onJob = (message: unknown) => {
    const { job, pool, kind } = message as JobEvent
    const before = since.get(job)
    if (kind === 'wait') waiting.inc({ pool })
    else if (before === undefined) return
    since.set(job, performance.now())
    const seconds = (performance.now() - (before ?? 0)) / 1000
    if (kind === 'run' || kind === 'refused') waiting.dec({ pool })
    if (kind === 'run') {
      running.inc({ pool })
      queued.observe({ pool }, seconds)
    }
    if (kind === 'done' || kind === 'failed') {
      running.dec({ pool })
      ran.observe({ pool }, seconds)
    }
    if (kind !== 'run' && kind !== 'wait') ended.inc({ pool, outcome: kind })
  }
  jobEvents.subscribe(onJob)
  return () => {
    jobEvents.unsubscribe(onJob)
  }
}

/** Stores belong to the process, as pools do. */
function storeMetrics(registry: Registry): () => void {
  const registers = [registry]
  const labelNames = ['store', 'operation'] as const
  const seconds = new Histogram({
    name: 'portolan_store_operation_duration_seconds',
    help: 'Durations of calls to the store for large files; a read ends with its first bytes.',
    labelNames,
    buckets,
    registers,
  })
  const failures = new Counter({
    name: 'portolan_store_operation_failures_total',
    help: 'Calls to the store for large files that failed, also because the client of an upload left.',
    labelNames,
    registers,
  })
  return timeCalls<StoreCall>(storeCalls, ({ store, operation }, duration, hasFailed) => {
    seconds.observe({ store, operation }, duration)
    if (hasFailed) failures.inc({ store, operation })
  })
}

function outgoingMetrics(registry: Registry): () => void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'portolan_outgoing_call_duration_seconds',
    help: 'Durations of calls to receivers of webhooks and upstreams of models, up to the head of the response.',
    labelNames: ['kind'],
    buckets,
    registers,
  })
  const ended = new Counter({
    name: 'portolan_outgoing_calls_total',
    help: 'Calls to receivers of webhooks and upstreams of models, by the class of the status, or failed without a response.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  return timeCalls<OutgoingCall>(outgoingCalls, ({ kind, status }, duration) => {
    seconds.observe({ kind }, duration)
    ended.inc({ kind, outcome: status === undefined ? 'failed' : `${Math.floor(status / 100)}xx` })
  })
}

/** @param ended gets each call when it has ended, with its duration in seconds. @returns stops it */
function timeCalls<Call extends object>(
  channel: TracingChannel<Call>,
  ended: (call: Call, seconds: number, hasFailed: boolean) => void,
): () => void {
  const begun = new WeakMap<Call, number>()
  const failed = new WeakSet<Call>()
  const subscribers = {
    start: (call: Call) => void begun.set(call, performance.now()),
    end() {},
    asyncStart() {},
    asyncEnd(call: Call) {
      const begin = begun.get(call)
      if (begin !== undefined) ended(call, (performance.now() - begin) / 1000, failed.has(call))
    },
    error: (call: Call) => void failed.add(call),
  }
  channel.subscribe(subscribers as never)
  return () => {
    channel.unsubscribe(subscribers as never)
  }
}
