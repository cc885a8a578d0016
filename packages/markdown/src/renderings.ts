/** How long to keep a rendering. `stored`: permanently; `briefly`: for some minutes, such as after a timeout; `never`. */
export type Keep = 'stored' | 'briefly' | 'never'

/** Where a renderer stores its results and reports its failures. A hub is one (`renderingsOf(hub)`). */
export interface Renderings {
  /** The text stored under `key`, produced by `render` if missing; with a `null` key it is rendered but not stored. */
  cached(key: readonly string[] | null, render: () => Promise<{ html: string; keep: Keep }>): Promise<string>
  warn(message: string, details: Readonly<Record<string, unknown>>): void
}

/** Incremented whenever the same input renders to different HTML: older renderings are not reused. */
const version = '2'

/** Like {@link Renderings.cached}, for this version of the renderers. */
export function cachedRendering(
  renderings: Renderings,
  key: readonly string[] | null,
  render: () => Promise<{ html: string; keep: Keep }>,
): Promise<string> {
  return renderings.cached(key === null ? null : [version, ...key], render)
}
