import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Upstream, UpstreamModel } from '@portolan/hub'

/** A request as received by the upstream. */
export interface UpstreamHit {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  readonly body: Record<string, unknown>
  /** Resolves when the hub has closed the connection or the response is complete. */
  readonly closed: Promise<void>
}

export type Behavior = (hit: UpstreamHit, response: ServerResponse) => void | Promise<void>

export interface MockUpstream extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/v1`. */
  readonly url: string
  readonly hits: UpstreamHit[]
  /** Sets the behavior from now on; by default it responds like an OpenAI server. */
  behave(behavior: Behavior): void
  openSockets(): number
  /** The upstream's configuration for the hub. */
  upstream(name: string, models: readonly (Partial<UpstreamModel> & { id: string })[], more?: Partial<Upstream>): Upstream
}

/** The hub's key for every mock upstream. */
export const upstreamKey = 'sk-secret-of-the-owner-0123456789'

/** A stand-in for a third-party server, on its own port; the test decides how it responds. */
export async function openMockUpstream(): Promise<MockUpstream> {
  let behavior: Behavior = answerLikeOpenAi
  const hits: UpstreamHit[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming, response) => void serve(incoming, response))
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of incoming as AsyncIterable<Buffer>) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const isJson = incoming.headers['content-type'] === 'application/json'
    const hit: UpstreamHit = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      bytes,
      body: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {},
      closed: new Promise((resolve) => response.once('close', () => resolve())),
    }
    hits.push(hit)
    await behavior(hit, response)
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    url,
    hits,
    behave: (next) => (behavior = next),
    openSockets: () => sockets.size,
    upstream: (name, models, more = {}) => ({
      name,
      kind: 'openai',
      url,
      authorization: () => `Bearer ${upstreamKey}`,
      paths: { chat: 'chat/completions', completion: 'completions', embedding: 'embeddings' },
      models: models.map((model) => ({
        upstreamId: `served-${model.id}`,
        task: 'conversational',
        adapter: null,
        contextLength: null,
        price: null,
        ...model,
      })),
      timeouts: { connect: 2_000, firstByte: 5_000, idle: 5_000 },
      probeMs: null,
      headers: {},
      streamUsage: true,
      ...more,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** Sends the headers of an event stream. */
export function startEvents(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  return response
}

/** One event with a part of a response. */
export function chunk(text: string, more: Record<string, unknown> = {}): string {
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: text }, finish_reason: null }], ...more })}\n\n`
}

export const lastChunk = `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`
export const usageChunk = `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } })}\n\n`
export const done = 'data: [DONE]\n\n'

/** Three words about the sea, in the format of whichever endpoint is called. */
export const answerLikeOpenAi: Behavior = ({ path, body }, response) => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
  if (path.endsWith('/embeddings')) {
    const texts = ([] as unknown[]).concat(body['input'])
    const data = texts.map((_, index) => ({ object: 'embedding', index, embedding: [0.5, index, -1] }))
    sendJson(response, { object: 'list', model: body['model'], data, usage: { prompt_tokens: 7, total_tokens: 7 } })
  } else if (path.endsWith('/chat/completions') && body['stream'] === true) {
    startEvents(response)
    for (const word of ['tides', ' turn', ' twice']) response.write(chunk(word))
    response.write(lastChunk)
    if ((body['stream_options'] as { include_usage?: boolean } | undefined)?.include_usage === true) response.write(usageChunk)
    response.end(done)
  } else if (path.endsWith('/chat/completions')) {
    const message = { role: 'assistant', content: 'tides turn twice' }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    sendJson(response, { id: 'c1', object: 'chat.completion', created: 1, model: body['model'], choices, usage })
  } else if (path.endsWith('/completions')) {
    const choices = [{ index: 0, text: ' turn twice', finish_reason: 'stop', logprobs: null }]
    sendJson(response, { id: 'c1', object: 'text_completion', created: 1, model: body['model'], choices, usage })
  } else sendJson(response, { object: 'list', data: [] })
}
