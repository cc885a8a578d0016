import { request as send } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'

/** One received event of a stream. */
export interface ReceivedEvent {
  readonly kind: string
  readonly data: Record<string, unknown>
}

/** A reader of `/api/events` that keeps everything it receives, on its own connection. */
export interface EventStream extends AsyncDisposable {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: readonly ReceivedEvent[]
  /** The raw text, heartbeats included. */
  readonly text: string
  /** The last complete `id`. */
  readonly cursor: string | null
  readonly isEnded: boolean
  /** True when the server ended the stream properly, not by breaking the connection. */
  readonly isWhole: boolean
  /** Resolves with the next event of that kind not yet returned. @throws after a minute, or when the stream ends without one */
  next(kind: string): Promise<ReceivedEvent>
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
  close(): void
}

/** Only ends what hangs: on a busy machine everything takes many times as long. */
const timeoutMs = 60_000

/** Opens a stream and resolves once the response headers have arrived. */
export function openEventStream(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = send(url, { headers, agent: false }, (response) => {
      clearTimeout(late)
      resolve(read(response, () => request.destroy()))
    })
    const late = setTimeout(() => request.destroy(new Error(`No head in ${timeoutMs / 1000} s`)), timeoutMs)
    request.once('error', reject)
    request.end()
  })
}

function read(response: IncomingMessage, close: () => void): EventStream {
  let text = ''
  let cursor: string | null = null
  let isEnded = false
  const events: ReceivedEvent[] = []
  let given = 0
  let changed = Promise.withResolvers<void>()
  const change = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const parser = createParser({
    onId: (id) => (cursor = id),
    onEvent: ({ event = 'message', data }) => events.push({ kind: event, data: JSON.parse(data) as Record<string, unknown> }),
  })
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    text += piece
    parser.feed(piece)
    change()
  })
  // A server that is killed breaks the connection; treat it like any other end.
  response.on('error', () => {})
  response.on('close', () => {
    isEnded = true
    change()
  })
  const until = async (isDone: () => boolean, what: string): Promise<void> => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const late = new Promise<never>((_, reject) =>
      deadline.addEventListener('abort', () => reject(new Error(`No ${what} in ${timeoutMs / 1000} s; so far:\n${text}`))),
    )
    late.catch(() => {})
    while (!isDone()) {
      if (isEnded) throw new Error(`The stream ended without ${what}:\n${text}`)
      await Promise.race([changed.promise, late])
    }
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    get text() {
      return text
    },
    get cursor() {
      return cursor
    },
    get isEnded() {
      return isEnded
    },
    get isWhole() {
      return response.complete
    },
    async next(kind) {
      const at = () => events.findIndex((event, i) => i >= given && event.kind === kind)
      await until(() => at() >= 0, kind)
      given = at() + 1
      return events[given - 1] as ReceivedEvent
    },
    async ended() {
      await until(() => isEnded, 'an end').catch((error: unknown) => {
        if (!isEnded) throw error
      })
    },
    close,
    async [Symbol.asyncDispose]() {
      close()
    },
  }
}
