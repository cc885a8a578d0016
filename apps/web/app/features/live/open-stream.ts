import { createStreamParser, type StreamEvent } from './event-stream-parser.ts'

export interface StreamHandlers {
  onOpen(): void
  /** Called on any data, including data without a complete event. */
  onPiece(events: readonly StreamEvent[], id: string | null): void
  /** Called when the stream ends for any reason, but never after an abort. */
  onEnd(retryAfterMs: number): void
}

/**
 * Reads the channel with `fetch`, which exposes heartbeats and the status of an error response, unlike `EventSource`.
 * @returns a function that aborts it
 */
export function openStream(topics: readonly string[], cursor: string | null, handlers: StreamHandlers): () => void {
  const controller = new AbortController()
  const { signal } = controller
  void read(topics, cursor, handlers, signal)
    .catch(() => 0)
    .then((retryAfterMs) => {
      if (!signal.aborted) handlers.onEnd(retryAfterMs)
    })
  return () => controller.abort()
}

async function read(topics: readonly string[], cursor: string | null, handlers: StreamHandlers, signal: AbortSignal): Promise<number> {
  const query = new URLSearchParams(topics.map((topic) => ['topic', topic]))
  const answer = await fetch(`/api/events?${query.toString()}`, {
    signal,
    cache: 'no-store',
    headers: cursor === null ? {} : { 'Last-Event-ID': cursor },
  })
  if (!answer.ok || !answer.body) return retryAfter(answer)
  handlers.onOpen()
  const parser = createStreamParser(cursor)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || signal.aborted) return 0
    handlers.onPiece(parser.push(value), parser.id)
  }
}

/** Client errors will not be resolved by a retry in ten seconds, so wait at least a minute. */
function retryAfter(answer: Response): number {
  const asked = Number(answer.headers.get('Retry-After')) * 1000
  return Math.max(Number.isFinite(asked) ? asked : 0, answer.status < 500 ? 60_000 : 0)
}
