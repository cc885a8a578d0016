import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { limits, type LiveTopic } from '@portolan/contract'
import { type Actor, tokenAllows } from '../../foundation/actor/index.ts'
import { invalidateActors } from '../../identity/accounts/index.ts'
import {
  type EventBatch,
  type EventReader,
  eventsSince,
  positionOf,
  startEventReader,
  type StoredEvent,
  toCursor,
} from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { canRead, findRepo, type Repo } from '../../repository/access/index.ts'
import type { Job } from '../../foundation/schedule/index.ts'
import {
  changesRights,
  goneMessage,
  listingMessage,
  listingsOf,
  repoMessage,
  userMessage,
  usersOf,
  withoutSuperseded,
} from './event-messages.ts'
import type { LiveMessage } from './live-message.ts'
import { readRepos, repoState, userState } from './live-state.ts'
import type { Topic } from './topics.ts'

/** After missing more events than this, a reader reloads everything. */
const maxReplay = 1_000
/** Readers served before other work in this process gets a turn. */
const perTurn = 500
/** Permissions of an open connection are rechecked at least this often, whatever the outbox says. Milliseconds. */
const recheckMs = 5 * 60_000
const rechecksPerTick = 100

/** Who is subscribing, and until when the credentials are valid. */
export interface LiveCaller {
  readonly actor: Actor
  /** Milliseconds since 1970; `null` for no expiry. */
  readonly expiresAt: number | null
}

/** Destination of messages. Neither method waits. */
export interface LiveSink {
  /** @returns false when the reader is too slow to receive more */
  send(messages: readonly LiveMessage[], cursor: string): boolean
  /** Sends a last message, if there is one, and closes. */
  end(last: LiveMessage | null): void
}

export interface LiveRequest {
  readonly caller: LiveCaller
  /** Re-authenticates the caller; `null` when the credentials are no longer valid. */
  recheck(): Promise<LiveCaller | null>
  readonly topics: readonly Topic[]
  /** The reader's position when it last disconnected. */
  readonly cursor: string | null
  readonly sink: LiveSink
}

export interface LiveSubscription {
  close(): void
}

interface Watch {
  readonly listener: Listener
  readonly name: LiveTopic
  /** A repo, by id. */
  readonly repoId: number | null
  /** A listing: an owner in lower case, or `*`. */
  readonly listing: string | null
}

interface Listener {
  caller: LiveCaller
  readonly recheck: LiveRequest['recheck']
  readonly sink: LiveSink
  watches: Watch[]
  hearsUser: boolean
  checkedAt: number
  /** Messages that arrived while the state was being read; `null` afterwards. */
  waiting: { readonly eventId: number; readonly message: LiveMessage }[] | null
  /** The cursor after the last queued message. */
  waitedUntil: string | null
  isClosed: boolean
}

type Outbox = Map<Listener, { readonly eventId: number; readonly message: LiveMessage }[]>

/**
 * Sends events from this and other processes to open connections: one reader of the outbox, and a list of who has subscribed to what.
 * Permissions are checked at delivery. Independent of HTTP.
 */
export class LiveChannel implements AsyncDisposable {
  readonly #hub: Hub
  readonly #listeners = new Set<Listener>()
  readonly #byRepo = new Map<number, Set<Watch>>()
  readonly #byListing = new Map<string, Set<Watch>>()
  readonly #byUser = new Map<number, Set<Listener>>()
  #reader: EventReader | null = null

  private constructor(hub: Hub) {
    this.#hub = hub
  }

  /** @throws when the database does not answer */
  static async open(hub: Hub): Promise<LiveChannel> {
    const channel = new LiveChannel(hub)
    channel.#reader = await startEventReader(hub, (batch) => channel.#take(batch))
    return channel
  }

  /** Periodic work while it is open. */
  get jobs(): Job[] {
    return [
      // A reader is woken by what this process writes, and on Postgres by other processes; the timer finds the rest.
      { name: 'poll the outbox', everyMs: 1_000, run: () => this.catchUp() },
      { name: 'recheck the permissions of open connections', everyMs: 1_000, run: () => this.#recheckAll(this.#due()) },
    ]
  }

  /** Number of listeners. */
  get size(): number {
    return this.#listeners.size
  }

  /** The cursor to reconnect with: everything before it has been delivered to all current listeners. */
  get cursor(): string {
    return toCursor(this.#reader?.position ?? '0', this.#hub.now().getTime())
  }

  /** Resolves when everything committed before the call has been delivered. */
  async catchUp(): Promise<void> {
    await this.#reader?.catchUp()
  }

  /**
   * Sends a hello with the state of every topic, then what the reader missed since its cursor, then new events. A topic that the caller may
   * not see is treated like one that does not exist.
   */
  async subscribe(request: LiveRequest): Promise<LiveSubscription> {
    const listener: Listener = {
      caller: request.caller,
      recheck: request.recheck,
      sink: request.sink,
      watches: [],
      hearsUser: false,
      checkedAt: this.#hub.now().getTime(),
      waiting: [],
      waitedUntil: null,
      isClosed: false,
    }
    // Anything committed earlier is not news to a new listener, and the state below already contains it.
    await this.catchUp()
    this.#add(listener)
    try {
      // The credentials may have been revoked, unnoticed, between the request's own check and the line above.
      if (userIdOf(listener.caller.actor) !== null) await this.#recheck(listener)
      const start = this.cursor
      const hello = await this.#enter(listener, request.topics)
      const missed = request.cursor === null ? null : await this.#missed(listener, request.cursor)
      // Missed events may also be passing through the reader now: they are queued here and recognized.
      if (missed !== null) await this.catchUp()
      if (listener.isClosed) return { close: () => {} }
      const waiting = listener.waiting ?? []
      listener.waiting = null
      const known = missed?.ids
      const late = waiting.filter(({ eventId }) => known?.has(eventId) !== true).map(({ message }) => message)
      // Whatever was queued and not among the missed events came after them.
      const cursor = late.length === 0 ? (missed?.cursor ?? start) : (listener.waitedUntil ?? start)
      this.#send(listener, [hello, ...(missed?.messages ?? []), ...late], cursor)
    } catch (error) {
      this.#remove(listener)
      throw error
    }
    return { close: () => this.#remove(listener) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader?.[Symbol.asyncDispose]()
    for (const listener of this.#listeners) this.#end(listener, null)
  }

  /** Registers before reading: events in between are queued behind the hello. */
  async #enter(listener: Listener, topics: readonly Topic[]): Promise<LiveMessage> {
    const { actor } = listener.caller
    const states: Record<string, unknown> = {}
    for (const topic of topics) {
      if (topic.kind === 'repo') {
        const found = await findRepo(this.#hub, actor, topic.type, topic.fullName)
        if (found) this.#watch({ listener, name: topic.name, repoId: found.repo.id, listing: null })
        states[topic.name] = null
      } else if (topic.kind === 'listing') {
        this.#watch({ listener, name: topic.name, repoId: null, listing: topic.owner ?? '*' })
        states[topic.name] = {}
      } else {
        const mayHear = actor.kind === 'user' && tokenAllows(actor.token, 'user.notifications.read', { ownerId: actor.userId })
        listener.hearsUser = mayHear
        states[topic.name] = mayHear ? await userState(this.#hub, actor) : null
      }
    }
    const repos = await readRepos(
      this.#hub,
      listener.watches.flatMap(({ repoId }) => repoId ?? []),
    )
    for (const { name, repoId } of listener.watches) {
      if (repoId !== null) states[name] = await repoState(this.#hub, actor, repos.get(repoId))
    }
    const viewer = actor.kind === 'user' ? actor.name : null
    return {
      kind: 'hello',
      data: { viewer, heartbeatSeconds: limits.liveHeartbeatSeconds, topics: states as never },
    }
  }

  async #missed(listener: Listener, cursor: string): Promise<{ messages: LiveMessage[]; ids: Set<number>; cursor: string }> {
    const { db } = this.#hub
    const position = await positionOf(this.#hub, cursor)
    if (position === null) return { messages: [{ kind: 'resync', data: { reason: 'cursor' } }], ids: new Set(), cursor: this.cursor }
    const { events, isCut, position: end } = await eventsSince(db.read, db.dialect, position, maxReplay)
    const now = toCursor(end, this.#hub.now().getTime())
    const ids = new Set(events.map(({ id }) => id))
    if (isCut) return { messages: [{ kind: 'resync', data: { reason: 'behind' } }], ids, cursor: now }
    const out: Outbox = new Map()
    await this.#sort(events, out, listener)
    return { messages: (out.get(listener) ?? []).map(({ message }) => message), ids, cursor: now }
  }

  async #take({ events, isCut, position }: EventBatch): Promise<void> {
    if (isCut || events.some(changesRights)) {
      invalidateActors(this.#hub)
      await this.#recheckAll(isCut ? [...this.#listeners] : this.#concerned(events.filter(changesRights)))
    }
    const cursor = toCursor(position, this.#hub.now().getTime())
    if (isCut) {
      const resync: LiveMessage = { kind: 'resync', data: { reason: 'behind' } }
      for (const listener of this.#listeners) this.#give(listener, [{ eventId: -1, message: resync }], cursor)
      return
    }
    const out: Outbox = new Map()
    await this.#sort(events, out, null)
    let given = 0
    for (const [listener, messages] of out) {
      this.#give(listener, messages, cursor)
      if (++given % perTurn === 0) await yieldToOthers()
    }
  }

  /** Recomputes who receives what. Nothing is sent until all of it has been read. @param only this listener; `null` for all */
  async #sort(events: readonly StoredEvent[], out: Outbox, only: Listener | null): Promise<void> {
    const isWatched = ({ repoId, topic }: StoredEvent) =>
      repoId !== null && (this.#byRepo.has(repoId) || (this.#byListing.size > 0 && topic.startsWith('repo.')))
    const ids = [...new Set(events.filter(isWatched).flatMap(({ repoId }) => repoId ?? []))]
    const repos = await readRepos(this.#hub, ids)
    const put = (listener: Listener, eventId: number, message: LiveMessage | null): void => {
      if (message === null || listener.isClosed) return
      const list = out.get(listener)
      if (list) list.push({ eventId, message })
      else out.set(listener, [{ eventId, message }])
    }
    for (const event of withoutSuperseded(events)) {
      const repo = event.repoId === null ? undefined : repos.get(event.repoId)
      const same = sameMessages()
      for (const { listener, name } of this.#watchesOfRepo(event, only)) {
        put(listener, event.id, same(repoMessage(event, name, repo, listener.caller.actor)))
      }
      for (const { listener, name } of this.#watchesOfListings(event, only)) {
        put(listener, event.id, same(listingMessage(event, name, repo, listener.caller.actor)))
      }
      for (const listener of this.#listenersOfUser(event, only)) put(listener, event.id, userMessage(event))
    }
  }

  #watchesOfRepo({ repoId }: StoredEvent, only: Listener | null): Iterable<Watch> {
    if (repoId === null) return []
    return only ? only.watches.filter((watch) => watch.repoId === repoId) : (this.#byRepo.get(repoId) ?? [])
  }

  #watchesOfListings(event: StoredEvent, only: Listener | null): Watch[] {
    if (this.#byListing.size === 0) return []
    const names = listingsOf(event)
    if (names.length === 0) return []
    const listings = ['*', ...names]
    if (only) return only.watches.filter(({ listing }) => listing !== null && listings.includes(listing))
    return listings.flatMap((listing) => [...(this.#byListing.get(listing) ?? [])])
  }

  #listenersOfUser(event: StoredEvent, only: Listener | null): Listener[] {
    const ids = usersOf(event)
    const listeners = only
      ? [only].filter(({ caller }) => ids.includes(userIdOf(caller.actor) ?? -1))
      : ids.flatMap((id) => [...(this.#byUser.get(id) ?? [])])
    return listeners.filter(({ hearsUser }) => hearsUser)
  }

  #give(listener: Listener, messages: readonly { readonly eventId: number; readonly message: LiveMessage }[], cursor: string): void {
    if (listener.isClosed) return
    if (listener.waiting !== null) {
      listener.waiting.push(...messages)
      listener.waitedUntil = cursor
      if (listener.waiting.length > maxReplay) this.#end(listener, { kind: 'resync', data: { reason: 'slow' } })
      return
    }
    this.#send(
      listener,
      messages.map(({ message }) => message),
      cursor,
    )
  }

  #send(listener: Listener, messages: readonly LiveMessage[], cursor: string): void {
    if (listener.isClosed) return
    if (!listener.sink.send(messages, cursor)) {
      this.#end(listener, { kind: 'resync', data: { reason: 'slow' } })
      return
    }
    for (const { kind, data } of messages) {
      if (kind === 'repo' && data.change === 'gone' && data.topic.startsWith('repo:')) this.#unwatch(listener, data.topic)
    }
  }

  /** Who may be affected by a change of permissions: the users named in the events, or everyone signed in. */
  #concerned(events: readonly StoredEvent[]): Listener[] {
    const ids = events.map(({ payload }) => payload['userId'])
    const users = ids.every((id) => typeof id === 'number') ? new Set(ids) : this.#byUser.keys()
    return [...users].flatMap((id) => [...(this.#byUser.get(id) ?? [])])
  }

  #due(): Listener[] {
    const now = this.#hub.now().getTime()
    const due: Listener[] = []
    for (const listeners of this.#byUser.values()) {
      for (const listener of listeners) {
        if (due.length === rechecksPerTick) return due
        const { expiresAt } = listener.caller
        if ((expiresAt !== null && expiresAt <= now) || now - listener.checkedAt > recheckMs) due.push(listener)
      }
    }
    return due
  }

  async #recheckAll(listeners: readonly Listener[]): Promise<void> {
    for (const listener of listeners) {
      if (listener.isClosed) continue
      try {
        await this.#recheck(listener)
      } catch (error) {
        // It is unknown whether it still has access: it has to reconnect and authenticate again.
        this.#hub.log.error('could not check the permissions of a live connection; closing it', { error: String(error) })
        this.#end(listener, { kind: 'resync', data: { reason: 'behind' } })
      }
    }
  }

  async #recheck(listener: Listener): Promise<void> {
    const now = this.#hub.now().getTime()
    listener.checkedAt = now
    const before = listener.caller.actor
    const caller = await listener.recheck()
    if (caller === null || (caller.expiresAt !== null && caller.expiresAt <= now) || userIdOf(caller.actor) !== userIdOf(before)) {
      this.#end(listener, { kind: 'session', data: { state: 'ended' } })
      return
    }
    listener.caller = caller
    const ids = listener.watches.flatMap(({ repoId }) => repoId ?? [])
    if (caller.actor === before || ids.length === 0) return
    const repos = await readRepos(this.#hub, ids)
    const lost = listener.watches.filter(({ repoId }) => repoId !== null && !isReadable(caller.actor, repos.get(repoId)))
    const messages = lost.map(({ name }) => ({ eventId: -1, message: goneMessage(name, now) }))
    if (messages.length > 0) this.#give(listener, messages, this.cursor)
  }

  #add(listener: Listener): void {
    this.#listeners.add(listener)
    const userId = userIdOf(listener.caller.actor)
    if (userId !== null) addTo(this.#byUser, userId, listener)
  }

  #watch(watch: Watch): void {
    watch.listener.watches.push(watch)
    if (watch.repoId !== null) addTo(this.#byRepo, watch.repoId, watch)
    if (watch.listing !== null) addTo(this.#byListing, watch.listing, watch)
  }

  #unwatch(listener: Listener, name: string | null): void {
    for (const watch of listener.watches) {
      if (name !== null && watch.name !== name) continue
      if (watch.repoId !== null) removeFrom(this.#byRepo, watch.repoId, watch)
      if (watch.listing !== null) removeFrom(this.#byListing, watch.listing, watch)
    }
    listener.watches = name === null ? [] : listener.watches.filter((watch) => watch.name !== name)
  }

  #end(listener: Listener, last: LiveMessage | null): void {
    if (listener.isClosed) return
    this.#remove(listener)
    listener.sink.end(last)
  }

  #remove(listener: Listener): void {
    if (listener.isClosed) return
    listener.isClosed = true
    this.#listeners.delete(listener)
    this.#unwatch(listener, null)
    const userId = userIdOf(listener.caller.actor)
    if (userId !== null) removeFrom(this.#byUser, userId, listener)
  }
}

function isReadable(actor: Actor, repo: Repo | undefined): boolean {
  return repo !== undefined && canRead(actor, repo)
}

function userIdOf(actor: Actor): number | null {
  return actor.kind === 'user' ? actor.userId : null
}

/** For one event, most listeners get the same message: they share one object, and its serialized text. */
function sameMessages(): (message: LiveMessage | null) => LiveMessage | null {
  const known: LiveMessage[] = []
  return (message) => {
    if (message === null) return null
    const { data } = message
    const found = known.find(
      (each) =>
        each.kind === message.kind &&
        'topic' in data &&
        'topic' in each.data &&
        each.data.topic === data.topic &&
        ('change' in data ? data.change : '') === ('change' in each.data ? each.data.change : ''),
    )
    if (found) return found
    known.push(message)
    return message
  }
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}

function removeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const set = map.get(key)
  if (!set) return
  set.delete(value)
  if (set.size === 0) map.delete(key)
}
