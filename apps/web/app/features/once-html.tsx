/*
 * HTML that is sent only once. A loader's data is sent twice: rendered in the page, and serialized for hydration. Highlighted code makes up most of a
 * code panel's bytes, so it is left out of the serialized data when the page already contains it, and the browser reads it from the DOM.
 */
const held = new WeakMap<object, string>()

/** An object with its own HTML, which is absent if it was sent in the page. */
export interface HasHtml {
  readonly html?: string
}

/**
 * Attaches HTML to its owner: kept out of the data when a page is rendered, included when the browser requests only the data.
 * @param request of the loader
 */
export function withHtml<T extends object>(owner: T, html: string, request: Request): T & HasHtml {
  // The router requests data at the page's URL with this suffix.
  if (new URL(request.url).pathname.endsWith('.data')) return { ...owner, html }
  held.set(owner, html)
  return owner
}

/** Shows the HTML of an owner. `name` must be unique on the page; it locates the HTML that the server rendered. */
export function OnceHtml({ owner, name, as: Tag = 'code' }: { owner: HasHtml; name: string; as?: 'code' | 'div' }) {
  return <Tag data-once={name} dangerouslySetInnerHTML={{ __html: htmlOf(owner, name) }} />
}

function htmlOf(owner: HasHtml, name: string): string {
  if (owner.html !== undefined) return owner.html
  const known = held.get(owner)
  if (known !== undefined) return known
  const rendered = document.querySelector(`[data-once="${CSS.escape(name)}"]`)?.innerHTML ?? ''
  held.set(owner, rendered)
  return rendered
}
