import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** An OpenTelemetry collector that keeps what it receives. */
export interface FakeCollector extends AsyncDisposable {
  readonly origin: string
  readonly spans: ReceivedSpan[]
  readonly requests: number
}

interface Payload {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
      }[]
    }[]
  }[]
}

/** @param hangs takes requests and never answers */
export async function openFakeCollector(hangs = false): Promise<FakeCollector> {
  const spans: ReceivedSpan[] = []
  let requests = 0
  const server = createServer((incoming, outgoing: ServerResponse) => {
    requests++
    if (hangs) return
    void json(incoming).then((payload) => {
      for (const { scopeSpans } of (payload as Payload).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            parentSpanId: span.parentSpanId ?? '',
            attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
          })
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get requests() {
      return requests
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
