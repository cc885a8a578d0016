import type { ServerResponse } from 'node:http'
import type { Hub } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import type { RequestObserver } from '../http/request-watch.ts'

/** The traces of a server. */
export interface Traces extends AsyncDisposable {
  readonly requests: RequestObserver
  /** Runs the work of a request, so that what it does belongs to its trace. */
  within(outgoing: ServerResponse, work: () => void): void
  /** Spans that never reached the collector. */
  readonly dropped: number
}

/** Starts tracing, if the settings or the standard variables name a collector. Otherwise none of its code is even loaded. */
export async function startTraces(
  { otlpEndpoint, traceRatio }: Pick<ServerConfig, 'otlpEndpoint' | 'traceRatio'>,
  environment: Readonly<Record<string, string | undefined>>,
  hub: Hub,
): Promise<Traces | null> {
  const endpoint = otlpEndpoint ?? environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? ''
  if (endpoint === '') return null
  const { openTraces } = await import('./traces.ts')
  return openTraces({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    ratio: traceRatio,
    location: hub.db.location,
    serviceName: environment['OTEL_SERVICE_NAME'] ?? 'portolan',
  })
}
