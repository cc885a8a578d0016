/*
 * HTML that travels once. What a loader returns is sent twice: in the page, and as data for hydration. Code in colors is most of a code panel's
 * bytes, so that its data leave it out where the page has it, and the browser takes it from there.
 */
const held = new WeakMap<object, string>()

/** Something with HTML of its own, which is absent when it came with the page. */
export interface HasHtml {
  readonly html?: string
}

/**
 * Gives an owner its HTML: beside its data when a page is rendered, among them when the browser asks for data alone.
 * @param request of the loader
 */
export function withHtml<T extends object>(owner: T, html: string, request: Request): T & HasHtml {
  // The router asks for data at the page's address with this ending.
  if (new URL(request.url).pathname.endsWith('.data')) return { ...owner, html }
  held.set(owner, html)
  return owner
}

/** Shows the HTML of an owner. `name` is unique in the page, and finds what the server rendered. */
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
