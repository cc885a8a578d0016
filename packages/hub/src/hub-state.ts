import type { Hub } from './hub.ts'

/** Whatever keeps state: the hub, and what a thread has in its place. */
export interface HasStates {
  readonly states: HubStates
}

/** Finds one piece of state in a hub; made at the first use. Two hubs of a process share nothing. */
export type HubState<T> = (hub: HasStates) => T

interface Slot<T> {
  readonly name: string
  readonly make: (hub: () => Hub) => T
}

/**
 * Declares state that belongs to a hub: `const limits = hubState('limits', () => new Limits())`, and then `limits(hub)`. A value that is `AsyncDisposable` or
 * `Disposable` is disposed of when the hub closes, the last made first.
 * @param name for errors and lists; a hub has one state of a name
 * @param make gets the hub as it was opened, whoever asks first: never one inside of a transaction
 */
export function hubState<T>(name: string, make: (hub: Hub) => T): HubState<T> {
  return stateOf({ name, make: (hub) => make(hub()) })
}

/** {@link hubState} that takes nothing of a hub to be made: threads have it, too. */
export function plainState<T>(name: string, make: () => T): HubState<T> {
  return stateOf({ name, make })
}

function stateOf<T>(slot: Slot<T>): HubState<T> {
  return ({ states }) => states.of(slot)
}

/** All that services keep in memory for one hub. Services reach their part through {@link hubState} and `hubCache`. */
export class HubStates implements AsyncDisposable {
  readonly #owner: () => Hub
  readonly #made = new Map<Slot<unknown>, unknown>()
  #isClosed = false

  /** @param owner the hub; asked for when the first state is made, since the hub needs its states to be made itself */
  constructor(owner: () => Hub) {
    this.#owner = owner
  }

  /** For {@link hubState}. @throws when two states have one name, or one is asked for anew after the end */
  of<T>(slot: Slot<T>): T {
    if (this.#made.has(slot)) return this.#made.get(slot) as T
    if (this.#isClosed) throw new Error(`The hub is closed: it makes no ${slot.name} any more`)
    if ([...this.#made.keys()].some(({ name }) => name === slot.name)) throw new Error(`Two states of the hub are named ${slot.name}`)
    const value = slot.make(this.#owner)
    this.#made.set(slot, value)
    return value
  }

  /** What was made so far, by name. */
  all(): ReadonlyMap<string, unknown> {
    return new Map([...this.#made].map(([{ name }, value]) => [name, value]))
  }

  /** Disposes of everything, even when some of it fails. @throws what failed */
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
