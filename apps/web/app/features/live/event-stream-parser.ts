import { createParser } from 'eventsource-parser'

/** One event of a `text/event-stream`, with its `data` lines joined as specified. */
export interface StreamEvent {
  readonly kind: string
  readonly data: string
}

export interface StreamParser {
  /** The most recent event id. */
  readonly id: string | null
  /** @returns the events that this piece completes. @throws when an event is larger than anything the hub sends */
  push(text: string): StreamEvent[]
}

const maxPending = 4 * 1024 * 1024

/** Parses an event stream in pieces that may be split anywhere. @param id last event id of an earlier connection */
export function createStreamParser(id: string | null = null): StreamParser {
  let lastId = id
  let events: StreamEvent[] = []
  const parser = createParser({
    maxBufferSize: maxPending,
    onEvent: ({ event = 'message', data }) => events.push({ kind: event || 'message', data }),
    // Also called for blocks without data, which the hub sends to advance the id.
    onId: (latest) => (lastId = latest),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw new Error('An event is too large', { cause: error })
    },
  })
  return {
    get id() {
      return lastId
    },
    push(text) {
      events = []
      parser.feed(text)
      return events
    },
  }
}
