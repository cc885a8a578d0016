/** One event of a `text/event-stream`; `data` joined as the format says. */
export interface StreamEvent {
  readonly kind: string
  readonly data: string
}

export interface StreamParser {
  /** The last id that came. */
  readonly id: string | null
  /** @returns the events that this piece completes. @throws when an event is larger than anything the hub sends */
  push(text: string): StreamEvent[]
}

const maxPending = 4 * 1024 * 1024

/** Reads pieces of an event stream, cut anywhere (HTML standard, "interpreting an event stream"). @param id of an earlier connection */
export function createStreamParser(id: string | null = null): StreamParser {
  let lastId = id
  let rest = ''
  let kind = ''
  let data: string[] = []
  let isFirst = true
  const take = (line: string, events: StreamEvent[]): void => {
    if (line === '') {
      if (data.length > 0) events.push({ kind: kind || 'message', data: data.join('\n') })
      kind = ''
      data = []
      return
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') kind = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) lastId = value
  }
  return {
    get id() {
      return lastId
    },
    push(text) {
      const events: StreamEvent[] = []
      rest += isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text
      isFirst &&= text === ''
      // A carriage return at the end may be half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) take(line, events)
      if (rest.length + data.reduce((sum, part) => sum + part.length, 0) > maxPending) throw new Error('An event is too large')
      return events
    },
  }
}
