import type { Hub } from '../../hub.ts'
import { storedKey } from '../encryption/index.ts'
import { cachedRendering, type Keep } from './rendered-cache.ts'

/** How pictures of other hosts get into a text (see `card-pictures.ts` of packages/markdown). */
export interface PictureRules {
  readonly mode: 'proxy' | 'direct' | 'off'
  readonly key: string
  readonly origin: string | null
}

/** Where a renderer caches its output, and reports failures. */
export interface Renderings {
  /** The text under `key`, rendered by `render` if missing; with a `null` key it is not cached. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  /** How pictures of other hosts get into a text. */
  pictures(): Promise<PictureRules>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** A hub's renderings: in memory, and in its table `rendered`. */
export function renderingsOf(hub: Hub): Renderings {
  return {
    cached: (key, render) => cachedRendering(hub, key, render),
    pictures: () => pictureRules(hub),
    warn: (message, details) => hub.log.warn(message, details),
  }
}

/** The rules for pictures, with the key that signs their addresses. */
export async function pictureRules(hub: Hub): Promise<PictureRules> {
  const { pictures, publicUrl } = hub.config
  const key = pictures.mode === 'proxy' ? (await storedKey(hub, 'picture_key')).toString('base64') : ''
  return { mode: pictures.mode, key, origin: publicUrl === null ? null : new URL(publicUrl).origin }
}
