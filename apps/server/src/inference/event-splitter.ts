/** The maximum size of an event; no legitimate event is larger. */
const maxEventBytes = 4 * 1024 * 1024

/** Splits a stream of server-sent events at event boundaries, however it is chunked. */
export class EventSplitter {
  #held: Buffer[] = []
  #heldBytes = 0
  /** The last bytes held back, in which an event delimiter may start. */
  #tail: Buffer = Buffer.alloc(0)

  /** @returns the events completed so far, `null` when there are none. @throws {RangeError} when one is over 4 MiB */
  push(piece: Buffer): Buffer | null {
    const window = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece])
    const end = endOfLastEvent(window)
    if (end === 0) {
      this.#held.push(piece)
      this.#heldBytes += piece.length
      if (this.#heldBytes > maxEventBytes) throw new RangeError('an event is not terminated')
      this.#tail = window.subarray(-3)
      return null
    }
    const whole = this.#held.length === 0 ? piece : Buffer.concat([...this.#held, piece])
    const cut = whole.length - (window.length - end)
    this.#held = cut === whole.length ? [] : [whole.subarray(cut)]
    this.#heldBytes = whole.length - cut
    this.#tail = this.#heldBytes === 0 ? Buffer.alloc(0) : whole.subarray(cut).subarray(-3)
    return cut === whole.length ? whole : whole.subarray(0, cut)
  }

  /** The bytes after the last complete event. */
  rest(): Buffer {
    return Buffer.concat(this.#held)
  }
}

function endOfLastEvent(bytes: Buffer): number {
  const plain = bytes.lastIndexOf('\n\n')
  const windows = bytes.lastIndexOf('\r\n\r\n')
  return Math.max(plain < 0 ? 0 : plain + 2, windows < 0 ? 0 : windows + 4)
}

/** Splits text that ends with an event into events, each including its delimiter. */
export function eventsOf(text: string): string[] {
  if (text.includes('\r')) return text.split(/(?<=\n\r?\n)/)
  const events: string[] = []
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n\n', from)
    const next = end < 0 ? text.length : end + 2
    events.push(text.slice(from, next))
    from = next
  }
  return events
}

/** The `data` of an event, its lines joined; `null` for a comment or an event without data. @throws {RangeError} for an invalid event */
export function dataOf(event: string): string | null {
  // Almost all events are a single line of data.
  if (event.startsWith('data: ') && event.indexOf('\n') === event.length - 2) return event.slice(6, -2)
  let data: string | null = null
  for (const line of event.split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text.startsWith('data:')) {
      const value = text.slice(text.charCodeAt(5) === 32 ? 6 : 5)
      data = data === null ? value : `${data}\n${value}`
    } else if (text !== '' && !/^(?::|event:|id:|retry:)/.test(text)) throw new RangeError('a line does not belong to an event')
  }
  return data
}
