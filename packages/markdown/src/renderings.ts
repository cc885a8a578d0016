/** How long a rendering is kept. `stored`: for good; `briefly`: for some minutes, such as what took too long; `never`. */
export type Keep = 'stored' | 'briefly' | 'never'

/** Where a renderer keeps what it made, and says what it could not make. A hub is one (`renderingsOf(hub)`). */
export interface Renderings {
  /** The text under `key`, made by `render` when it is not there; with `null` for the key it is made and forgotten. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** Goes up whenever the same input renders to other HTML: what an older version rendered is not used. */
const version = '2'

/** As {@link Renderings.cached}, for this version of the renderers. */
export function cachedRendering(
  renderings: Renderings,
  key: readonly string[] | null,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  return renderings.cached(key === null ? null : [version, ...key], render)
}
