import type { Hub } from './hub.ts'

/** An owner of state: the hub, or a thread's equivalent. */
export interface HasStates {
  readonly states: HubStates
}

/** Looks up a hub's instance of some state, creating it on first use. Two hubs in one process share nothing. */
export type HubState<T> = (hub: HasStates) => T

interface Slot<T> {
  readonly name: string
  readonly make: (hub: () => Hub) => T
}

/**
 * Declares state that belongs to a hub: `const limits = hubState('limits', () => new Limits())`, then `limits(hub)`. A value that is `AsyncDisposable` or
 * `Disposable` is disposed of when the hub closes, in reverse order of creation.
 * @param name for errors and lists; unique within a hub
 * @param make receives the hub as it was opened, whoever calls first: never one inside a transaction
 */
export function hubState<T>(name: string, make: (hub: Hub) => T): HubState<T> {
  return stateOf({ name, make: (hub) => make(hub()) })
}

/** {@link hubState} that can be created without a hub, so threads have it too. */
export function plainState<T>(name: string, make: () => T): HubState<T> {
  return stateOf({ name, make })
}

function stateOf<T>(slot: Slot<T>): HubState<T> {
  return ({ states }) => states.of(slot)
}

/** All in-memory state of services for one hub. Services access their part through {@link hubState} and `hubCache`. */
export class HubStates implements AsyncDisposable {
  readonly #owner: () => Hub
  readonly #made = new Map<Slot<unknown>, unknown>()
  #isClosed = false

  /** @param owner the hub; resolved when the first state is created, because the hub itself is created with its states */
  constructor(owner: () => Hub) {
    this.#owner = owner
  }

  /** For {@link hubState}. @throws when two states have the same name, or a new one is requested after disposal */
  of<T>(slot: Slot<T>): T {
    if (this.#made.has(slot)) return this.#made.get(slot) as T
    if (this.#isClosed) throw new Error(`The hub is closed and cannot create ${slot.name}`)
    if ([...this.#made.keys()].some(({ name }) => name === slot.name)) throw new Error(`Two hub states are named ${slot.name}`)
    const value = slot.make(this.#owner)
    this.#made.set(slot, value)
    return value
  }

  /** The instances created so far, by name. */
  all(): ReadonlyMap<string, unknown> {
    return new Map([...this.#made].map(([{ name }, value]) => [name, value]))
  }

  /** Disposes of everything, even if some of it fails. @throws the errors */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const stack = new AsyncDisposableStack()
    for (const value of this.#made.values()) if (isDisposable(value)) stack.use(value)
    await stack.disposeAsync()
  }
}

function isDisposable(value: unknown): value is AsyncDisposable | Disposable {
  return typeof value === 'object' && value !== null && (Symbol.asyncDispose in value || Symbol.dispose in value)
}
