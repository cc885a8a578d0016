import type { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import { type Attributes, type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  type JobEvent,
  jobEvents,
  type ObservedStatement,
  type OutgoingCall,
  outgoingCalls,
  statements,
  type StoreCall,
  storeCalls,
} from '@portolan/hub'
import { shortSql } from '../log/log-statements.ts'

interface Following {
  readonly location: ObservedStatement['location']
  readonly current: AsyncLocalStorage<Context>
  start(name: string, kind: SpanKind, attributes: Attributes): Span
  /** Adds the headers that continue the trace at another system. */
  inject(span: Span, headers: Record<string, string>): void
}

/** Makes spans of database statements, calls to the store and to other systems, and jobs of pools. @returns stops it */
export function followWork(following: Following): () => void {
  // What no request caused, such as a look for due jobs every second, has no trace, except for calls that leave the hub.
  const isTraced = () => trace.getSpan(following.current.getStore() ?? ROOT_CONTEXT)?.isRecording() === true
  const stops = [
    followChannel<ObservedStatement>(statements, {
      begin: ({ location, sql }) =>
        location === following.location && isTraced()
          ? following.start(summaryOf(sql), SpanKind.CLIENT, {
              'db.system.name': location.dialect === 'postgres' ? 'postgresql' : 'sqlite',
              'db.query.text': shortSql(sql),
            })
          : null,
      end: ({ rows }) => (rows === undefined ? {} : { 'db.response.returned_rows': rows }),
    }),
    followChannel<StoreCall>(storeCalls, {
      begin: ({ operation, store }) =>
        isTraced() ? following.start(`${store} ${operation}`, SpanKind.CLIENT, { 'portolan.store': store }) : null,
      end: () => ({}),
    }),
    followChannel<OutgoingCall>(outgoingCalls, {
      begin({ kind, method, host, headers }) {
        const span = following.start(`${kind} ${method}`, SpanKind.CLIENT, { 'http.request.method': method, 'server.address': host })
        following.inject(span, headers)
        return span
      },
      end: ({ status }) => (status === undefined ? {} : { 'http.response.status_code': status }),
    }),
    followJobs(following, isTraced),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function followChannel<Message extends object>(
  channel: TracingChannel<Message>,
  { begin, end }: { begin(message: Message): Span | null; end(message: Message): Attributes },
): () => void {
  const spans = new WeakMap<Message, Span>()
  const subscribers = {
    start(message: Message) {
      const span = begin(message)
      if (span !== null) spans.set(message, span)
    },
    end() {},
    asyncStart() {},
    asyncEnd(message: Message) {
      spans.get(message)?.setAttributes(end(message)).end()
    },
    error(message: Message) {
      // The reason may hold values; the log has it.
      spans.get(message)?.setStatus({ code: SpanStatusCode.ERROR })
    },
  }
  channel.subscribe(subscribers as never)
  return () => {
    channel.unsubscribe(subscribers as never)
  }
}

function followJobs({ start }: Following, isTraced: () => boolean): () => void {
  const spans = new WeakMap<object, { span: Span; since: number }>()
  const onEvent = (message: unknown) => {
    const { job, pool, kind } = message as JobEvent
    if (kind === 'wait') {
      if (isTraced()) spans.set(job, { span: start(`job ${pool}`, SpanKind.INTERNAL, {}), since: performance.now() })
      return
    }
    const known = spans.get(job)
    if (known === undefined) return
    if (kind === 'run') known.span.setAttribute('portolan.queue_ms', Math.round(performance.now() - known.since)).addEvent('run')
    if (kind === 'failed' || kind === 'refused') known.span.setStatus({ code: SpanStatusCode.ERROR })
    if (kind !== 'run') known.span.end()
  }
  jobEvents.subscribe(onEvent)
  return () => {
    jobEvents.unsubscribe(onEvent)
  }
}

/** The verb and the first table of a statement. */
function summaryOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(?:with\b[^]*?\)\s*)?(\w+)/.exec(sql) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/.exec(sql) ?? []
  return `${verb} ${table}`.trim()
}
