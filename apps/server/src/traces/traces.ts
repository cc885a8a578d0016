import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { ObservedStatement } from '@portolan/hub'
import type { EndedRequest } from '../http/request-watch.ts'
import { loggedPath } from '../http/logged-path.ts'
import { followWork } from './follow-work.ts'
import { SpanQueue } from './span-queue.ts'
import type { Traces } from './start-traces.ts'

export interface TraceOptions {
  /** Where spans are sent. */
  readonly url: string
  /** The share of requests that are traced, unless their caller has decided. */
  readonly ratio: number
  readonly location: ObservedStatement['location']
  readonly serviceName: string
}

/** How long the collector may take for a batch. Milliseconds. */
const exportMs = 5_000

/** Opens the traces of one server. Nothing is registered globally: a process may have several servers. */
export function openTraces({ url, ratio, location, serviceName }: TraceOptions): Traces {
  const propagator = new W3CTraceContextPropagator()
  const queue = new SpanQueue(new OTLPTraceExporter({ url, timeoutMillis: exportMs }))
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [queue],
  })
  const tracer = provider.getTracer('portolan')
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<ServerResponse, Span>()
  const stopFollowing = followWork({
    location,
    current,
    start: (name, kind, attributes) => tracer.startSpan(name, { kind, attributes }, current.getStore() ?? ROOT_CONTEXT),
    inject: (span, headers) => propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter),
  })
  return {
    requests: {
      began(incoming, outgoing) {
        const parent = propagator.extract(ROOT_CONTEXT, incoming.headers, defaultTextMapGetter)
        spans.set(outgoing, tracer.startSpan(methodOf(incoming), { kind: SpanKind.SERVER }, parent))
      },
      ended(request, outgoing) {
        const span = spans.get(outgoing)
        if (span !== undefined) endRequest(span, request)
      },
    },
    within(outgoing, work) {
      const span = spans.get(outgoing)
      current.run(span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span), work)
    },
    get dropped() {
      return queue.dropped
    },
    async [Symbol.asyncDispose]() {
      stopFollowing()
      await provider.shutdown()
    },
  }
}

function methodOf({ method = '' }: IncomingMessage): string {
  return /^[A-Z]{1,10}$/.test(method) ? method : 'HTTP'
}

function endRequest(span: Span, request: EndedRequest): void {
  const { id, method, route, path, status, isAborted, received, sent } = request
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'url.path': loggedPath(path),
    'http.response.status_code': status,
    'http.request.size': received,
    'http.response.size': sent,
    'portolan.request_id': id,
    ...(isAborted ? { 'portolan.aborted': true } : {}),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
