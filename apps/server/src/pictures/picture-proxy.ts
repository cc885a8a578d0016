import { join } from 'node:path'
import { HubError } from '@portolan/contract'
import { type Hub, hubState } from '@portolan/hub'
import { fetchPicture, type Picture, PictureProblem } from './fetch-picture.ts'
import { PictureCache } from './picture-cache.ts'

const totalMs = 10_000
/** How long a copy counts, and how long a failure: one page may ask for it many times. Milliseconds. */
const keptMs = 24 * 3_600_000
const failedMs = 5 * 60_000
const maxFailures = 10_000
/** Fetched at once, in all and from one host: a slow host must not hold up the others. */
const places = { all: 16, host: 4 }
/** Pictures that wait for a place, in all and of one host: one host that never answers must not take all of them, either. */
const maxWaiting = { all: 500, host: 100 }

interface Waiting {
  readonly host: string
  start(): void
}

/** Fetches pictures of other hosts for all who look at them: each once, a few at a time, and keeps copies. */
class PictureProxy {
  readonly #hub: Hub
  readonly #cache: PictureCache
  readonly #running = new Map<string, Promise<Picture | string>>()
  /** Why, and until when. */
  readonly #failures = new Map<string, { readonly reason: string; readonly until: number }>()
  readonly #busy = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #taken = 0

  constructor(hub: Hub) {
    this.#hub = hub
    this.#cache = new PictureCache(join(hub.config.dataDir, 'pictures'), hub.config.pictures.cacheBytes)
  }

  /** @returns the picture, or why there is none. @throws {HubError} `picture.busy` when too many are waiting */
  async get(url: string): Promise<Picture | string> {
    const now = this.#hub.now().getTime()
    const failure = this.#failures.get(url)
    if (failure !== undefined && failure.until > now) return failure.reason
    const kept = await this.#cache.get(url, now)
    if (kept !== null) return kept
    const running = this.#running.get(url) ?? this.#begin(url)
    return running
  }

  #begin(url: string): Promise<Picture | string> {
    const { host } = new URL(url)
    const ofHost = this.#waiting.filter((other) => other.host === host).length
    if (this.#waiting.length >= maxWaiting.all || ofHost >= maxWaiting.host) throw new HubError('picture.busy', { retryAfter: 10 })
    const work = this.#inTurn(host, () => this.#fetch(url)).finally(() => this.#running.delete(url))
    this.#running.set(url, work)
    return work
  }

  async #fetch(url: string): Promise<Picture | string> {
    const now = this.#hub.now().getTime()
    const { reach, maxBytes } = this.#hub.config.pictures
    try {
      const picture = await fetchPicture(url, { reach, maxBytes, totalMs })
      await this.#cache.put(url, picture, now + keptMs)
      return picture
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error
      const [oldest] = this.#failures.keys()
      if (this.#failures.size >= maxFailures && oldest !== undefined) this.#failures.delete(oldest)
      this.#failures.delete(url)
      this.#failures.set(url, { reason: error.message, until: now + failedMs })
      return error.message
    }
  }

  async #inTurn<T>(host: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ host, start })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#taken--
      const left = (this.#busy.get(host) ?? 1) - 1
      if (left === 0) this.#busy.delete(host)
      else this.#busy.set(host, left)
      this.#next()
    }
  }

  /** Starts those whose turn it is: the first whose host has a place. */
  #next(): void {
    while (this.#taken < places.all) {
      const at = this.#waiting.findIndex(({ host }) => (this.#busy.get(host) ?? 0) < places.host)
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (next === undefined) return
      this.#taken++
      this.#busy.set(next.host, (this.#busy.get(next.host) ?? 0) + 1)
      next.start()
    }
  }
}

export const pictureProxy = hubState('pictures', (hub) => new PictureProxy(hub))
