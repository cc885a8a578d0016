import { createHash } from 'node:crypto'
import type { PictureRules } from './card-pictures.ts'

/** How long to keep a rendering. `stored`: permanently; `briefly`: for some minutes, such as after a timeout; `never`. */
export type Keep = 'stored' | 'briefly' | 'never'

/** Where a renderer stores its results and reports its failures. A hub is one (`renderingsOf(hub)`). */
export interface Renderings {
  /** The text stored under `key`, produced by `render` if missing; with a `null` key it is rendered but not stored. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  /** How pictures of other hosts get into a text. */
  pictures(): Promise<PictureRules>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** Incremented whenever the same input renders to different HTML: older renderings are not reused. */
const version = '4'

/** Like {@link Renderings.cached}, for this version of the renderers. */
export function cachedRendering(
  renderings: Renderings,
  key: readonly string[] | null,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  return renderings.cached(key === null ? null : [version, ...key], render)
}

/** The part of a key that stands for the rules: addresses in a rendering are signed. */
export function keyOfRules(rules: PictureRules): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16)
}
