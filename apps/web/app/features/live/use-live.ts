import { useEffect, useSyncExternalStore } from 'react'
import { liveClient } from './live-client.ts'
import { noFacts, type TopicFacts } from './topic-facts.ts'

const nothing = () => () => {}
const isBrowser = typeof document !== 'undefined'

/**
 * Returns the facts the live channel has reported about a topic while the page was open. Empty on the server, without scripts, and until the first
 * message.
 */
export function useLive(topic: string): TopicFacts {
  useEffect(() => liveClient().want(topic), [topic])
  return useSyncExternalStore(
    isBrowser ? liveClient().onChange : nothing,
    () => liveClient().factsOf(topic),
    () => noFacts,
  )
}

/** Returns the signed-in user as reported by the hub, `null` if signed out; `undefined` until it is reported. */
export function useLiveViewer(): string | null | undefined {
  return useSyncExternalStore(
    isBrowser ? liveClient().onChange : nothing,
    () => liveClient().viewer,
    () => undefined,
  )
}

const seen = new WeakMap<object, number>()

/**
 * Returns when the page first showed this data, in milliseconds of `performance.now()`: earlier channel messages are already included in it.
 * @param data the loader's object, which is a new one after each load
 */
export function shownSince(data: object): number {
  let at = seen.get(data)
  if (at === undefined) seen.set(data, (at = performance.now()))
  return at
}
