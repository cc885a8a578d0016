import type { Hub } from '../../hub.ts'
import { cachedRendering, type Keep } from './rendered-cache.ts'

/** Where a renderer keeps what it made, and says what it could not make. */
export interface Renderings {
  /** The text under `key`, made by `render` when it is not there; with `null` for the key it is made and forgotten. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** The renderings of a hub: in memory, and in its table `rendered`. */
export function renderingsOf(hub: Hub): Renderings {
  return {
    cached: (key, render) => cachedRendering(hub, key, render),
    warn: (message, details) => hub.log.warn(message, details),
  }
}
