import type { Hub } from '../../hub.ts'
import { cachedRendering, type Keep } from './rendered-cache.ts'

/** Where a renderer caches its output, and reports failures. */
export interface Renderings {
  /** The text under `key`, rendered by `render` if missing; with a `null` key it is not cached. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** A hub's renderings: in memory, and in its table `rendered`. */
export function renderingsOf(hub: Hub): Renderings {
  return {
    cached: (key, render) => cachedRendering(hub, key, render),
    warn: (message, details) => hub.log.warn(message, details),
  }
}
