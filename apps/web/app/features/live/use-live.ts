import { useEffect, useSyncExternalStore } from 'react'
import { liveClient } from './live-client.ts'
import { noFacts, type TopicFacts } from './topic-facts.ts'

const nothing = () => () => {}
const isBrowser = typeof document !== 'undefined'

/** What the live channel has said of a topic while the page was open. Nothing on the server, without scripts, and until it says something. */
export function useLive(topic: string): TopicFacts {
  useEffect(() => liveClient().want(topic), [topic])
  return useSyncExternalStore(
    isBrowser ? liveClient().onChange : nothing,
    () => liveClient().factsOf(topic),
    () => noFacts,
  )
}

/** Who the hub takes the reader for; `undefined` while it has not said. */
export function useLiveViewer(): string | null | undefined {
  return useSyncExternalStore(
    isBrowser ? liveClient().onChange : nothing,
    () => liveClient().viewer,
    () => undefined,
  )
}

const seen = new WeakMap<object, number>()

/**
 * Since when the page shows this data, in milliseconds of `performance.now()`: what the channel said earlier is already in it.
 * @param data the loader's object, which is another one after each loading
 */
export function shownSince(data: object): number {
  let at = seen.get(data)
  if (at === undefined) seen.set(data, (at = performance.now()))
  return at
}
