import { openStream } from './open-stream.ts'
import { dueAt, type LiveEvent, initialState, isActive, type LiveState, step } from './reconnect.ts'
import { afterMessage, type LiveMessage, noFacts, type TopicFacts } from './topic-facts.ts'

/** Delay after the page has loaded before the channel opens, so that it does not compete with the page's own requests. Milliseconds. */
const restMs = 2_000
/** Window for batching topic changes: topics of one page are added and removed together. Milliseconds. */
const gatherMs = 50
/** Tabs of one browser notify each other when they open a connection. */
const channelName = 'portolan-live'

/** The live connection of this page, and the facts it has received. Created once, in the browser only. */
export class LiveClient {
  #state: LiveState = initialState
  #close: (() => void) | null = null
  #cursor: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #gather: ReturnType<typeof setTimeout> | undefined
  #isAtRest = false
  #opened: readonly string[] = []
  readonly #wanted = new Map<string, number>()
  readonly #facts = new Map<string, TopicFacts>()
  readonly #listeners = new Set<() => void>()
  readonly #siblings = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  /** The signed-in user as reported by the hub, `null` if signed out; `undefined` until it is reported. */
  viewer: string | null | undefined = undefined

  constructor() {
    const onSight = () => this.#happen({ type: document.visibilityState === 'hidden' ? 'hidden' : 'shown' })
    document.addEventListener('visibilitychange', onSight)
    // A page in the back-forward cache must not hold a connection.
    addEventListener('pagehide', () => {
      this.#happen({ type: 'hidden' })
      this.#happen({ type: 'elsewhere' })
    })
    addEventListener('pageshow', onSight)
    addEventListener('online', () => this.#happen({ type: 'online' }))
    this.#siblings?.addEventListener('message', () => this.#happen({ type: 'elsewhere' }))
    onSight()
    const rest = () =>
      setTimeout(() => {
        this.#isAtRest = true
        this.#wantedChanged()
      }, restMs)
    if (document.readyState === 'complete') rest()
    else addEventListener('load', rest, { once: true })
  }

  /** Subscribes to a topic until the returned function is called. */
  want(topic: string): () => void {
    this.#wanted.set(topic, (this.#wanted.get(topic) ?? 0) + 1)
    this.#wantedChanged()
    return () => {
      const left = (this.#wanted.get(topic) ?? 1) - 1
      if (left > 0) this.#wanted.set(topic, left)
      else {
        this.#wanted.delete(topic)
        this.#facts.delete(topic)
      }
      this.#wantedChanged()
    }
  }

  /** Reopens the connection because the user's credentials have changed. */
  renew(): void {
    if (this.#opened.length > 0) this.#happen({ type: 'wanted' })
  }

  /** Returns the same object until something changes. */
  factsOf(topic: string): TopicFacts {
    return this.#facts.get(topic) ?? noFacts
  }

  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #wantedChanged(): void {
    clearTimeout(this.#gather)
    if (!this.#isAtRest) return
    this.#gather = setTimeout(() => {
      const topics = [...this.#wanted.keys()].toSorted()
      if (topics.join(' ') === this.#opened.join(' ')) return
      this.#opened = topics
      // The page's data already includes what happened to a new topic before it was loaded.
      this.#cursor = null
      this.#happen({ type: topics.length === 0 ? 'unwanted' : 'wanted' })
    }, gatherMs)
  }

  #happen(event: LiveEvent): void {
    const before = this.#state
    this.#state = step(before, event, performance.now())
    if (this.#close !== null && (!isActive(this.#state) || this.#state.attempt !== before.attempt)) {
      this.#close()
      this.#close = null
    }
    if (this.#state.phase.name === 'opening' && this.#state.attempt !== before.attempt) this.#open(this.#state.attempt)
    clearTimeout(this.#timer)
    const due = dueAt(this.#state)
    if (due !== null) this.#timer = setTimeout(() => this.#happen({ type: 'tick' }), Math.max(0, due - performance.now()))
  }

  #open(attempt: number): void {
    this.#siblings?.postMessage('opening')
    const isCurrent = () => this.#state.attempt === attempt
    this.#close = openStream(this.#opened, this.#cursor, {
      onOpen: () => isCurrent() && this.#happen({ type: 'opened' }),
      onPiece: (events, id) => {
        if (!isCurrent()) return
        this.#cursor = id
        this.#happen({ type: 'heard' })
        for (const { kind, data } of events) this.#take({ kind, data: JSON.parse(data) as unknown } as LiveMessage)
        if (events.length > 0) for (const listener of this.#listeners) listener()
      },
      onEnd: (retryAfterMs) => isCurrent() && this.#happen({ type: 'lost', retryAfterMs }),
    })
  }

  #take(message: LiveMessage): void {
    if (message.kind === 'hello') this.viewer = message.data.viewer
    if (message.kind === 'session') this.viewer = null
    for (const topic of this.#wanted.keys()) {
      const before = this.factsOf(topic)
      this.#facts.set(topic, afterMessage(before, topic, message, { viewer: this.viewer ?? null, now: performance.now() }))
    }
  }
}

let client: LiveClient | null = null

/** Returns the client of this page. Browser only. */
export function liveClient(): LiveClient {
  return (client ??= new LiveClient())
}
