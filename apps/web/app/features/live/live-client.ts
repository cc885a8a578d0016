import { openStream } from './open-stream.ts'
import { dueAt, type Happening, initialState, isActive, type LiveState, step } from './reconnect.ts'
import { afterMessage, type LiveMessage, noFacts, type TopicFacts } from './topic-facts.ts'

/** The channel waits until the page has loaded and come to rest: it must not compete with what the page needs. Milliseconds. */
const restMs = 2_000
/** Topics of one page come and go together. */
const gatherMs = 50
/** Pages of one browser tell each other when they open a connection. */
const channelName = 'portolan-live'

/** The live connection of this page, and what it has said. Made once, in the browser only. */
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
  /** Who the hub takes the page's reader for; `undefined` while it has not said. */
  viewer: string | null | undefined = undefined

  constructor() {
    const onSight = () => this.#happen({ type: document.visibilityState === 'hidden' ? 'hidden' : 'shown' })
    document.addEventListener('visibilitychange', onSight)
    // A page that goes to the back-forward cache must not hold a connection.
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

  /** Asks for a topic until the function that comes back is called. */
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

  /** Opens the connection anew: the reader's credentials are others than before. */
  renew(): void {
    if (this.#opened.length > 0) this.#happen({ type: 'wanted' })
  }

  /** The same object until something changes. */
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
      // What happened to a new topic before its page was loaded is on the page already.
      this.#cursor = null
      this.#happen({ type: topics.length === 0 ? 'unwanted' : 'wanted' })
    }, gatherMs)
  }

  #happen(happening: Happening): void {
    const before = this.#state
    this.#state = step(before, happening, performance.now())
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

/** Of this page. Browser only. */
export function liveClient(): LiveClient {
  return (client ??= new LiveClient())
}
