import type { ServerResponse } from 'node:http'
import { HubError, limits } from '@portolan/contract'
import type { Job, LiveChannel, LiveMessage, LiveSink } from '@portolan/hub'

/** Limits for open connections. A page holds one per visible browser window. */
export interface LiveLimits {
  readonly perUser: number
  /** One address may be shared by a whole office. */
  readonly perAddress: number
  readonly total: number
  /** The amount of data queued for one reader in this process, in bytes; the kernel buffers about as much again. */
  readonly queuedBytes: number
  readonly heartbeatMs: number
}

export const defaultLiveLimits: LiveLimits = {
  perUser: 40,
  perAddress: 400,
  total: 30_000,
  queuedBytes: 256 * 1024,
  heartbeatMs: limits.liveHeartbeatSeconds * 1000,
}

/** How long a reader may take to receive the last message before the connection is cut. Milliseconds. */
const lastMessageTimeoutMs = 5_000
/** Heartbeats are spread over this many slots, so that no single run takes long. */
const slots = 25

/** The event streams of this process: their limits, totals, and heartbeats. */
export class LiveStreams implements Disposable {
  readonly #channel: LiveChannel
  readonly #limits: LiveLimits
  readonly #perCaller = new Map<string, number>()
  readonly #bySlot: readonly Set<ServerResponse>[] = Array.from({ length: slots }, () => new Set<ServerResponse>())
  readonly #texts = new WeakMap<LiveMessage, string>()
  #slot = 0
  #next = 0
  #open = 0
  #isStopping = false

  constructor(channel: LiveChannel, limits: Partial<LiveLimits> = {}) {
    this.#channel = channel
    this.#limits = { ...defaultLiveLimits, ...limits }
  }

  /** The periodic jobs while streams are open. */
  get jobs(): Job[] {
    return [{ name: 'send heartbeats', everyMs: this.#limits.heartbeatMs / slots, run: () => this.#beat() }]
  }

  /** Number of currently open streams. */
  get open(): number {
    return this.#open
  }

  get channel(): LiveChannel {
    return this.#channel
  }

  /**
   * Reserves a connection. @returns a function that releases it
   * @throws {HubError} `live.too_many`, `live.unavailable`
   */
  reserve(caller: string, isUser: boolean): () => void {
    if (this.#isStopping) throw new HubError('live.unavailable', { retryAfter: 1 })
    const open = this.#perCaller.get(caller) ?? 0
    if (open >= (isUser ? this.#limits.perUser : this.#limits.perAddress)) throw new HubError('live.too_many', { retryAfter: 60 })
    if (this.#open >= this.#limits.total) throw new HubError('live.unavailable', { retryAfter: 60 })
    this.#perCaller.set(caller, open + 1)
    this.#open++
    return () => {
      this.#open--
      const left = (this.#perCaller.get(caller) ?? 1) - 1
      if (left === 0) this.#perCaller.delete(caller)
      else this.#perCaller.set(caller, left)
    }
  }

  /** Writes events to Node's response, since a web stream needs several times the memory. The headers are sent with the first message. */
  sink(outgoing: ServerResponse, headers: Readonly<Record<string, string | string[]>>): LiveSink {
    const sendHead = (): void => {
      if (outgoing.headersSent) return
      // The connection is not reused: with keep-alive it would linger after the stream ends.
      outgoing.shouldKeepAlive = false
      outgoing.writeHead(200, headers)
    }
    return {
      send: (messages, cursor) => {
        if (outgoing.destroyed || outgoing.writableEnded) return true
        sendHead()
        if (outgoing.writableLength > this.#limits.queuedBytes) return false
        outgoing.write(`${messages.map((message) => this.#textOf(message)).join('')}id: ${cursor}\n\n`)
        return true
      },
      end: (last) => {
        this.#forget(outgoing)
        if (outgoing.destroyed || outgoing.writableEnded) return
        sendHead()
        outgoing.end(last === null ? '' : this.#textOf(last))
        setTimeout(() => outgoing.destroy(), lastMessageTimeoutMs).unref()
      },
    }
  }

  /** Starts sending heartbeats. @returns a function that stops them */
  keepAlive(outgoing: ServerResponse): () => void {
    // The server was stopped while the stream was being opened.
    if (this.#isStopping) outgoing.end()
    if (!outgoing.writableEnded) this.#bySlot[this.#next++ % slots]?.add(outgoing)
    return () => this.#forget(outgoing)
  }

  /** Closes every stream at once and accepts no new ones; readers reconnect to the next server. */
  [Symbol.dispose](): void {
    this.#isStopping = true
    for (const streams of this.#bySlot) for (const outgoing of streams) outgoing.end()
  }

  #beat(): void {
    this.#slot = (this.#slot + 1) % slots
    const text = `: heartbeat\nid: ${this.#channel.cursor}\n\n`
    for (const outgoing of this.#bySlot[this.#slot] ?? []) {
      // A client that does not read gets no heartbeat either; the next event finds the queue full and ends the stream.
      if (outgoing.writableLength <= this.#limits.queuedBytes) outgoing.write(text)
    }
  }

  #forget(outgoing: ServerResponse): void {
    for (const streams of this.#bySlot) if (streams.delete(outgoing)) return
  }

  /** Formats one event for the wire. Most messages go to many readers, so their text is created once. */
  #textOf(message: LiveMessage): string {
    let text = this.#texts.get(message)
    // The JSON has no line breaks, so a single `data` line is enough.
    if (text === undefined) this.#texts.set(message, (text = `event: ${message.kind}\ndata: ${JSON.stringify(message.data)}\n\n`))
    return text
  }
}
